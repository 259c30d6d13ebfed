// The form of a record: its state, its requests, and its errors.
import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation, useNavigate } from 'react-router'
import { type ApiError, toApiError } from '@/shared/api/errors'
import { useFormKey } from '@/shared/api/ids'
import { useApiForm } from '@/shared/forms/useApiForm'
import { useLeaveGuard } from '@/shared/forms/useLeaveGuard'
import { formatNumber } from '@/shared/i18n/format'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Page'
import { useFoot } from '@/shared/ui/StepActions'
import styles from '../admin.module.css'
import { adminTexts, leaveTexts, resourceTexts } from '../messages'
import { listOf } from '../ui/AppLink'
import type { Row } from './defineResource'
import { AllFields, Conflict, FormFailure, Gone, MergedNotice, ReadOnlyFields } from './FormParts'
import { RecordFormContext } from './formContext'
import {
  bodyOf,
  changedNames,
  type Fields,
  mergeFields,
  missing,
  type Values,
  type Version,
  valuesOf,
  wrong,
} from './values'

/** The definition of a form: its fields, its texts and its calls. */
export interface FormModel {
  fields: Fields
  /** "Category" */
  one: string
  /** The message after saving. */
  saved: string
  /** The message in addition to those at the fields if it is not sent. */
  invalid?: string | ((missing: string[]) => string) | undefined
  /** Return address, unless the user came from a filtered list. */
  list: string
  /** The target of a second submit button, instead of returning. */
  next?: { label: string; to: string; state: unknown } | null
  /** A second submit button of a form that adds records: it saves, and begins the next one. */
  another?: { label: string; begin: (saved: Values) => Values }
  /** Whether the form stays open after saving. */
  stays?: boolean
  /** Fields whose change alone needs no warning before leaving. */
  trivial?: readonly string[]
  /**
   * Sends a new record with the form's idempotency key, or the changes of an existing one with its
   * version.
   */
  send: Send
  /** A confirmation before a change is sent; null if none is needed. */
  first?: (values: Values, record: Row) => ((ways: AskedFirst) => ReactNode) | null
  /** Reads the current record. */
  read?: () => Promise<Row>
  /** Merges changes made here into those made elsewhere; field by field by default. */
  merge?: (base: Version, mine: Values, theirs: Version) => Values
  /** Adds a record again that was deleted while it was edited, with the form's content. */
  addAsNew?: { send: Send; saved: string } | undefined
  /** Whether the user may only read it. */
  readOnly?: boolean
  /** Rendered below the fields, inside the form. */
  Inside?: ComponentType | undefined
  /** Maps the server's field names to the form's. */
  fieldOf?: (name: string) => string
}

type Send = (body: Values, all: Values, key: string) => Promise<unknown>

interface AskedFirst {
  /** Whether the answer is awaited. */
  busy: boolean
  onGo: () => void
  onClose: () => void
}

export function RecordForm({ model, record, children }: RecordFormProps) {
  const { fields, one, read, Inside } = model
  // The version that the form started from; the record may be refetched meanwhile.
  const [base, setBase] = useState({ record, values: valuesOf(fields, record) })
  const version = useRef(record?.version)
  /** Whether the second submit button was pressed. */
  const goOn = useRef(false)
  const secondButton = useRef<HTMLButtonElement>(null)
  const key = useFormKey()
  const sent = useRef(base.values)
  // The record was deleted meanwhile: from now on the form adds a new one.
  const asNew = useRef(false)
  // Labels of the fields that a merge took from the other editor; null if nothing was merged.
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
      // Closed first, so that the confirmation's own query is not among those fetched again.
      flushSync(() => setAsked(null))
      if (model.stays && read) return void stay(read)
      if (goOn.current && model.another) return beginAnother(model.another.begin)
      guard.letGo()
      notify.success((asNew.current && model.addAsNew?.saved) || model.saved)
      void client.invalidateQueries()
      if (goOn.current && model.next) navigate(model.next.to, { state: model.next.state })
      else navigate(list)
    },
    onFailed: (error) => {
      setAsked(null)
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
  /** The message about missing fields, by label. */
  const said = (invalid: NonNullable<FormModel['invalid']>) =>
    typeof invalid === 'string'
      ? invalid
      : invalid(
          Object.keys(missing(fields, form.values, base.record === null)).map(
            (name) => fields[name]?.label ?? name,
          ),
        )
  // Only the form's own fields: a removed or untouched entry is not a change.
  const begun = { ...valuesOf(fields, null), ...base.values }
  const unsaved = changedNames(form.values, begun).filter((name) => name in fields)
  const dirty = unsaved.some((name) => !model.trivial?.includes(name))
  const guard = useLeaveGuard(dirty, leaveTexts)
  const context = useMemo(() => ({ form, record: base.record }), [form, base.record])

  /** Continues from another version of the record, with these values in the form. */
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
  /** Continues with a new record, and with input typed while the last one was sent. */
  const beginAnother = (begin: (saved: Values) => Values) => {
    notify.success(model.saved)
    void client.invalidateQueries()
    const values = begin(sent.current)
    flushSync(() => {
      setBase({ record: null, values })
      form.setValues(mergeFields(sent.current, form.getValues(), values))
      form.clearErrors()
      api.reset()
    })
    focusFirstEmpty(api.props.ref.current)
  }
  /** Continues with the saved record, and with input typed while it was sent. */
  const stay = async (readNow: () => Promise<Row>) => {
    notify.success(model.saved)
    void client.invalidateQueries()
    try {
      const record = await readNow()
      const values = valuesOf(fields, record)
      rebase({ record, values }, mergeFields(sent.current, form.getValues(), values))
      setMerged(null)
    } catch (thrown) {
      // The next save detects the other version.
      notify.error(toApiError(thrown).errMessage)
    }
  }
  const addAgain = () => {
    asNew.current = true
    api.submit()
  }
  // Changes made beside the form are applied, unless the form has unsaved input.
  useEffect(() => {
    const isNewer = (record?.version ?? 0) > (version.current ?? 0)
    if (record && isNewer && !dirty && !api.sending) {
      takeTheirs({ record, values: valuesOf(fields, record) })
    }
  })
  const reason = base.record === null ? undefined : failure?.reason
  const second = model.next ?? model.another
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    secondButton.current?.click()
  }

  useFoot('form')
  return (
    <RecordFormContext value={context}>
      <Panel>
        <form
          {...api.props}
          onSubmit={submit}
          aria-label={(base.record === null ? resourceTexts.add : resourceTexts.edit)(one)}
          onKeyDownCapture={second && onKeyDown}
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
            <Text fz="sm" c="dimmed" mr="auto" role="status" className={styles.unsaved ?? ''}>
              {base.record &&
                dirty &&
                unsavedOf(unsaved.map((name) => fields[name]?.label ?? name))}
            </Text>
            <Button component={Link} to={list} variant="default">
              {model.readOnly ? resourceTexts.back : resourceTexts.cancel}
            </Button>
            {/* Enter presses the first submit button. */}
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
                {base.record === null ? resourceTexts.saveNew(one) : resourceTexts.save}
              </Button>
            )}
            {second && (
              <Button
                ref={secondButton}
                type="submit"
                variant="light"
                disabled={api.sending}
                aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
                onClick={() => {
                  goOn.current = true
                }}
              >
                {second.label}
              </Button>
            )}
          </div>
        </form>
      </Panel>
      {asked?.({
        busy: api.sending,
        onGo: api.submit,
        onClose: () => setAsked(null),
      })}
      {guard.dialog}
    </RecordFormContext>
  )
}

/** The labels of the fields with unsaved changes. */
const unsavedOf = (labels: string[]) =>
  resourceTexts.unsaved(
    labels.slice(0, NAMED).join(', ') +
      (labels.length > NAMED ? ` ${adminTexts.more(formatNumber(labels.length - NAMED))}` : ''),
  )

/** The number of fields with unsaved changes that are named. */
const NAMED = 3

/** Focuses the first field that is to be filled in. */
function focusFirstEmpty(form: HTMLFormElement | null): void {
  const fields = form?.querySelectorAll<HTMLElement>('[aria-required=true]') ?? []
  const isEmpty = (field: HTMLElement) =>
    !(field instanceof HTMLInputElement ? field.value : field.textContent)
  ;[...fields].find(isEmpty)?.focus()
}

/** The errors by field, each on a line with its label; otherwise the general message. */
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

/** The values of a new record, without those that the server fills in. */
const given = (values: Values) =>
  Object.keys(values).filter((name) => values[name] !== null && values[name] !== '')

interface RecordFormProps {
  model: FormModel
  /** Null while a record is added. */
  record: Row | null
  /** The layout of the fields; one after the other by default. */
  children?: ReactNode
}
