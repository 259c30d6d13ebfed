// The form of a record: what it holds, what sends it, and what is said when that fails.
import { Alert, Button, List } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  type ComponentType,
  type FormEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useApiForm } from '@/shell/useApiForm'
import { useLeaveGuard } from '@/shell/useLeaveGuard'
import { notify } from '@/ui/notify'
import { Panel } from '@/ui/Panel'
import { Conflict } from './Conflict'
import type { Row } from './defineResource'
import { Field } from './fields/Field'
import { Said } from './fields/Said'
import { FormProvider, useFormContext } from './formContext'
import { messages } from './messages'
import styles from './resource.module.css'
import { bodyOf, changedNames, type Fields, missing, type Values, valuesOf, wrong } from './values'

/** What a form is of: its fields, its words and its calls. */
export interface FormModel {
  fields: Fields
  /** "Category" */
  one: string
  /** Said once it is saved. */
  saved: string
  /** Said beside the messages at the fields when it is not sent. */
  invalid?: string | ((missing: string[]) => string) | undefined
  /** Where it leads back to, unless it was come to from a part of the list. */
  list: string
  /** Where a second button leads once it is saved, instead of back. */
  next?: { label: string; to: string; state: unknown } | null
  /** Sends a new record; of one that is there what was changed, and the version before that. */
  send: (body: Values, all: Values) => Promise<unknown>
  /** What is asked before a change is sent; nothing where it needs no asking. */
  first?: (values: Values, record: Row) => ((ways: AskedFirst) => ReactNode) | null
  /** Reads the record as it is stored now. */
  read?: () => Promise<Row>
  /** Whether it is only read, by who may not change it. */
  readOnly?: boolean
  /** What stands below the fields, inside the form. */
  Inside?: ComponentType | undefined
  /** The form's name for what the server calls so. */
  fieldOf?: (name: string) => string
}

export interface AskedFirst {
  onGo: () => void
  onClose: () => void
}

export function RecordForm({ model, record, children }: RecordFormProps) {
  const { fields, one, read, Inside } = model
  // What the form was opened with; the record may be read again meanwhile.
  const [base, setBase] = useState({ record, values: valuesOf(fields, record) })
  const version = useRef(record?.version)
  const goOn = useRef(false)
  const [asked, setAsked] = useState<((ways: AskedFirst) => ReactNode) | null>(null)
  const client = useQueryClient()
  const navigate = useNavigate()
  const list = listOf(useLocation().state) ?? model.list

  const api = useApiForm({
    initialValues: base.values,
    validate: (values) => wrong(fields, values, base.record === null),
    fieldOf: model.fieldOf ?? ((name) => ownName(fields, name)),
    send: (values) => {
      if (base.record === null) return model.send(bodyOf(fields, values, given(values)), values)
      const changes = bodyOf(fields, values, changedNames(values, base.values))
      const from = version.current === undefined ? {} : { version: version.current }
      return model.send({ ...changes, ...from }, values)
    },
    onDone: () => {
      guard.letGo()
      notify.success(model.saved)
      void client.invalidateQueries()
      if (goOn.current && model.next) navigate(model.next.to, { state: model.next.state })
      else navigate(list)
    },
    onFailed: ({ errMessage, reason }) => {
      if (reason !== 'changed') notify.error(errMessage)
    },
  })
  const { form, failure, unplaced } = api
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const question = base.record && model.first?.(form.values, base.record)
    if (question && !api.sending && !form.validate().hasErrors) {
      event.preventDefault()
      return setAsked(() => question)
    }
    api.props.onSubmit(event)
    if (model.invalid && !form.isValid()) notify.error(said(model.invalid))
  }
  /** What is missing, by its label. */
  const said = (invalid: NonNullable<FormModel['invalid']>) =>
    typeof invalid === 'string'
      ? invalid
      : invalid(
          Object.keys(missing(fields, form.values, base.record === null)).map(
            (name) => fields[name]?.label ?? name,
          ),
        )
  const dirty = changedNames(form.values, base.values).length > 0
  const guard = useLeaveGuard(dirty, messages.leave)
  const context = useMemo(() => ({ form, record: base.record }), [form, base.record])

  const keepMine = (theirs: number | undefined) => {
    version.current = theirs
    api.submit()
  }
  const takeTheirs = (theirs: Row) => {
    const values = valuesOf(fields, theirs)
    version.current = theirs.version
    setBase({ record: theirs, values })
    form.setValues(values)
    form.clearErrors()
    api.reset()
  }
  // Changed by what stands beside the form: taken in, unless something is typed that it would cost.
  useEffect(() => {
    const isNewer = (record?.version ?? 0) > (version.current ?? 0)
    if (record && isNewer && !dirty && !api.sending) takeTheirs(record)
  })

  return (
    <FormProvider value={context}>
      <Panel>
        <form {...api.props} onSubmit={submit} aria-label={messages.edit(one)}>
          {model.readOnly ? <Read fields={fields} /> : (children ?? <AllFields fields={fields} />)}
          {Inside && <Inside />}
          {failure && read && failure.reason === 'changed' ? (
            <Conflict
              key={String(failure.body.version)}
              fields={fields}
              read={read}
              failure={failure}
              onKeepMine={keepMine}
              onTakeTheirs={takeTheirs}
            />
          ) : (
            <Failure words={wordsOf(failure, unplaced)} />
          )}
          <div className={styles.actions}>
            <Button component={Link} to={list} variant="default">
              {model.readOnly ? messages.back : messages.cancel}
            </Button>
            {/* The first button that sends is what Enter presses. */}
            {!model.readOnly && (
              <Button
                type="submit"
                data-do="save"
                aria-keyshortcuts="Control+S Meta+S"
                loading={api.sending}
                onClick={() => {
                  goOn.current = false
                }}
              >
                {base.record === null ? messages.saveNew(one) : messages.save}
              </Button>
            )}
            {model.next && (
              <Button
                type="submit"
                variant="light"
                disabled={api.sending}
                onClick={() => {
                  goOn.current = true
                }}
              >
                {model.next.label}
              </Button>
            )}
          </div>
        </form>
      </Panel>
      {asked?.({
        onGo: () => {
          setAsked(null)
          api.submit()
        },
        onClose: () => setAsked(null),
      })}
      {guard.dialog}
    </FormProvider>
  )
}

/** One after the other, the short ones side by side. */
export function AllFields({ fields }: { fields: Fields }) {
  return (
    <div className={styles.fields}>
      {Object.entries(fields).map(([name, field]) => (
        <div key={name} data-wide={(isWide(field.kind) && !field.half) || undefined}>
          <Field name={name} field={field} />
        </div>
      ))}
    </div>
  )
}

/** What the fields hold, for who may not change it. */
function Read({ fields }: { fields: Fields }) {
  const { form } = useFormContext()
  return (
    <dl className={styles.read}>
      {Object.entries(fields).map(([name, field]) => (
        <div key={name}>
          <dt>{field.label}</dt>
          <dd>
            <Said field={field} value={form.values[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What stands in no field; the toast that says it too is soon gone. */
function Failure({ words }: { words: string[] }) {
  if (words.length === 0) return null
  return (
    <Alert color="red" mt="lg">
      {words.length === 1 ? (
        words[0]
      ) : (
        <List>
          {words.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}

function wordsOf(failure: ReturnType<typeof useApiForm>['failure'], unplaced: string[]) {
  if (!failure || Object.keys(failure.fields).length > unplaced.length) return unplaced
  return unplaced.length > 0 ? unplaced : [failure.errMessage]
}

/** The part of the list that the way here began at. */
const listOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'list' in state ? String(state.list) : undefined

const ownName = (fields: Fields, name: string) =>
  Object.keys(fields).find((own) => own === name || fields[own]?.alias?.includes(name)) ?? name

/** What a new record is given; the server knows what it does without. */
const given = (values: Values) =>
  Object.keys(values).filter((name) => values[name] !== null && values[name] !== '')

const narrow = new Set(['number', 'select', 'date', 'switch', 'status', 'slot'])
const isWide = (kind: string) => !narrow.has(kind)

interface RecordFormProps {
  model: FormModel
  /** Nothing while one is added. */
  record: Row | null
  /** The fields as they are laid out; one after the other without. */
  children?: ReactNode
}
