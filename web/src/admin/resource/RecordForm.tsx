// The form of a record: what it holds, what sends it, and what is said when that fails.
import { Button } from '@mantine/core'
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
import { type ApiError, toApiError } from '@/api/errors'
import { useApiForm } from '@/shell/useApiForm'
import { useFormKey } from '@/shell/useFormKey'
import { useLeaveGuard } from '@/shell/useLeaveGuard'
import { notify } from '@/ui/notify'
import { Panel } from '@/ui/Panel'
import { Conflict, MergedNotice } from './Conflict'
import type { Row } from './defineResource'
import { AllFields, FormFailure, ReadOnlyFields } from './FormParts'
import { FormProvider } from './formContext'
import { Gone } from './Gone'
import { mergeFields, type Version } from './merge'
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
  /** Whether the form stays open once it is saved, instead of leading back. */
  stays?: boolean
  /** Fields whose change alone is nothing that could be lost. */
  trivial?: readonly string[]
  /** Sends a new record with the key of its form; of one that is there what was changed, and the version before that. */
  send: Send
  /** What is asked before a change is sent; nothing where it needs no asking. */
  first?: (values: Values, record: Row) => ((ways: AskedFirst) => ReactNode) | null
  /** Reads the record as it is stored now. */
  read?: () => Promise<Row>
  /** Merges changes made here into those made elsewhere; field by field unless given. */
  merge?: (base: Version, mine: Values, theirs: Version) => Values
  /** Adds a record that was deleted while it was edited again, with what the form holds. */
  addAsNew?: { send: Send; saved: string } | undefined
  /** Whether it is only read, by who may not change it. */
  readOnly?: boolean
  /** What stands below the fields, inside the form. */
  Inside?: ComponentType | undefined
  /** The form's name for what the server calls so. */
  fieldOf?: (name: string) => string
}

type Send = (body: Values, all: Values, key: string) => Promise<unknown>

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
  const key = useFormKey()
  const sent = useRef(base.values)
  // The record was deleted meanwhile: from now on a new one is added in its place.
  const asNew = useRef(false)
  // Labels of the fields that a merge took from the other editor; null when nothing was merged.
  const [merged, setMerged] = useState<string[] | null>(null)
  const [asked, setAsked] = useState<((ways: AskedFirst) => ReactNode) | null>(null)
  const client = useQueryClient()
  const navigate = useNavigate()
  const list = listOf(useLocation().state) ?? model.list

  const api = useApiForm({
    initialValues: base.values,
    validate: (values) => wrong(fields, values, base.record === null),
    fieldOf: model.fieldOf ?? ((name) => ownName(fields, name)),
    send: (values) => {
      sent.current = values
      const all = () => bodyOf(fields, values, given(values))
      if (asNew.current && model.addAsNew) {
        return model.addAsNew.send(all(), values, key.current())
      }
      if (base.record === null) return model.send(all(), values, key.current())
      const changes = bodyOf(fields, values, changedNames(values, base.values))
      const from = version.current === undefined ? {} : { version: version.current }
      return model.send({ ...changes, ...from }, values, key.current())
    },
    onDone: () => {
      key.renew()
      if (model.stays && read) return void stay(read)
      guard.letGo()
      notify.success((asNew.current && model.addAsNew?.saved) || model.saved)
      void client.invalidateQueries()
      if (goOn.current && model.next) navigate(model.next.to, { state: model.next.state })
      else navigate(list)
    },
    onFailed: (error) => {
      const { reason } = error
      if (reason !== 'changed' && reason !== 'not-found')
        notify.error(toastOf(error, fields, model.fieldOf))
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
  // Only fields that the form has: an entry that was taken out again, or is still as it began, is no change.
  const begun = { ...valuesOf(fields, null), ...base.values }
  const dirty = changedNames(form.values, begun).some(
    (name) => name in fields && !model.trivial?.includes(name),
  )
  const guard = useLeaveGuard(dirty, messages.leave)
  const context = useMemo(() => ({ form, record: base.record }), [form, base.record])

  /** Goes on from another version of the record, with these values in the form. */
  const rebase = (theirs: Version, values: Values) => {
    version.current = theirs.record.version
    setBase(theirs)
    form.setValues(values)
    form.clearErrors()
    api.reset()
  }
  const merge = (mine: Values, theirs: Version) =>
    base.record && model.merge
      ? model.merge({ record: base.record, values: base.values }, mine, theirs)
      : mergeFields(base.values, mine, theirs.values)
  const takeMerged = (theirs: Version, values: Values) => {
    const taken = changedNames(values, form.values).map((name) => fields[name]?.label ?? name)
    rebase(theirs, values)
    setMerged(taken)
  }
  const takeTheirs = (theirs: Version) => {
    rebase(theirs, theirs.values)
    setMerged(null)
  }
  /** Goes on with the saved record, and with what was typed while it was sent. */
  const stay = async (readNow: () => Promise<Row>) => {
    notify.success(model.saved)
    void client.invalidateQueries()
    try {
      const record = await readNow()
      const values = valuesOf(fields, record)
      rebase({ record, values }, mergeFields(sent.current, form.getValues(), values))
      setMerged(null)
    } catch (thrown) {
      // The next save finds another version, and asks.
      notify.error(toApiError(thrown).errMessage)
    }
  }
  const addAgain = () => {
    asNew.current = true
    api.submit()
  }
  // Changed by what stands beside the form: taken in, unless something is typed that it would cost.
  useEffect(() => {
    const isNewer = (record?.version ?? 0) > (version.current ?? 0)
    if (record && isNewer && !dirty && !api.sending) {
      takeTheirs({ record, values: valuesOf(fields, record) })
    }
  })
  const reason = base.record === null ? undefined : failure?.reason

  return (
    <FormProvider value={context}>
      <Panel>
        <form
          {...api.props}
          onSubmit={submit}
          aria-label={(base.record === null ? messages.add : messages.edit)(one)}
        >
          {merged && <MergedNotice key={version.current} labels={merged} />}
          {model.readOnly ? (
            <ReadOnlyFields fields={fields} />
          ) : (
            (children ?? <AllFields fields={fields} />)
          )}
          {Inside && <Inside />}
          {failure && read && reason === 'changed' ? (
            <Conflict
              key={String(failure.body.version)}
              fields={fields}
              read={read}
              failure={failure}
              merge={merge}
              onMerge={takeMerged}
              onTakeTheirs={takeTheirs}
            />
          ) : reason === 'not-found' ? (
            <Gone list={list} onAddAsNew={model.addAsNew && addAgain} />
          ) : (
            <FormFailure failure={failure} unplaced={unplaced} />
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

/** The part of the list that the way here began at. */
const listOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'list' in state ? String(state.list) : undefined

/** The errors of fields, each on a line with the field's label; else the words of the failure. */
function toastOf(error: ApiError, fields: Fields, fieldOf: FormModel['fieldOf']): string {
  const lines = Object.entries(error.fields).map(([name, message]) => {
    const label = fields[fieldOf?.(name) ?? ownName(fields, name)]?.label
    const isNamed = !label || message.toLowerCase().includes(label.toLowerCase())
    return isNamed ? message : `${label}: ${message}`
  })
  return [...new Set(lines)].join('\n') || error.errMessage
}

const ownName = (fields: Fields, name: string) =>
  Object.keys(fields).find((own) => own === name || fields[own]?.alias?.includes(name)) ?? name

/** What a new record is given; the server knows what it does without. */
const given = (values: Values) =>
  Object.keys(values).filter((name) => values[name] !== null && values[name] !== '')

interface RecordFormProps {
  model: FormModel
  /** Nothing while one is added. */
  record: Row | null
  /** The fields as they are laid out; one after the other without. */
  children?: ReactNode
}
