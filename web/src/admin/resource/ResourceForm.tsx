// The form of an entity: one to add, one to change.
import { Alert, Button, List } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { QueryView } from '@/shell/QueryView'
import { useApiForm } from '@/shell/useApiForm'
import { useLeaveGuard } from '@/shell/useLeaveGuard'
import { Loader } from '@/ui/Loader'
import { notify } from '@/ui/notify'
import { Page } from '@/ui/Page'
import { Panel } from '@/ui/Panel'
import { Crumbs } from '../ui/Crumbs'
import { Conflict } from './Conflict'
import { addRow, oneQuery, updateRow } from './calls'
import type { Resource, Row } from './defineResource'
import { Field } from './fields/Field'
import { FormProvider } from './formContext'
import { messages } from './messages'
import styles from './resource.module.css'
import { bodyOf, changedNames, missing, valuesOf } from './values'

export function AddScreen({ resource }: { resource: Resource }) {
  const heading = messages.add(resource.texts.one)
  return (
    <Frame resource={resource} heading={heading} here={heading}>
      <RecordForm resource={resource} record={null} />
    </Frame>
  )
}

export function EditScreen({ resource, id }: { resource: Resource; id: string }) {
  const query = useQuery(oneQuery(resource, id))
  const heading = messages.edit(resource.texts.one)
  return (
    <Frame
      resource={resource}
      heading={heading}
      here={query.data ? resource.title(query.data) : heading}
    >
      <QueryView query={query}>
        {(record) =>
          // What was read for an earlier look may be old by now.
          query.isFetchedAfterMount ? (
            <RecordForm key={id} resource={resource} record={record} />
          ) : (
            <Loader />
          )
        }
      </QueryView>
    </Frame>
  )
}

function Frame({ resource, heading, here, children }: FrameProps) {
  const list = { title: resource.texts.many, to: resource.screens.list }
  return (
    <Page title={heading} crumbs={<Crumbs trail={[list]} here={here} />} width={760}>
      {children}
    </Page>
  )
}

interface FrameProps {
  resource: Resource
  heading: string
  here: string
  children: React.ReactNode
}

function RecordForm({ resource, record }: { resource: Resource; record: Row | null }) {
  const { fields, texts } = resource
  // What the form was opened with; the record may be read again meanwhile.
  const [base, setBase] = useState({ record, values: valuesOf(resource, record) })
  const version = useRef(record?.version)
  const client = useQueryClient()
  const navigate = useNavigate()
  const list = resource.screens.list + searchOf(useLocation().state)

  const api = useApiForm({
    initialValues: base.values,
    validate: (values) => missing(resource, values, base.record === null),
    fieldOf: (name) => Object.keys(fields).find((own) => isCalled(fields, own, name)) ?? name,
    send: (values) => {
      if (base.record === null) return addRow(resource, bodyOf(resource, values, given(values)))
      const changes = bodyOf(resource, values, changedNames(values, base.values))
      const from = version.current === undefined ? {} : { version: version.current }
      return updateRow(resource, base.record._id, { ...changes, ...from })
    },
    onDone: () => {
      guard.letGo()
      notify.success(base.record === null ? texts.added : texts.updated)
      void client.invalidateQueries()
      navigate(list)
    },
    onFailed: ({ errMessage, reason }) => {
      if (reason !== 'changed') notify.error(errMessage)
    },
  })
  const { form, failure, unplaced } = api
  const dirty = changedNames(form.values, base.values).length > 0
  const guard = useLeaveGuard(dirty, messages.leave)
  const context = useMemo(() => ({ form, record: base.record }), [form, base.record])

  const keepMine = (theirs: number | undefined) => {
    version.current = theirs
    api.submit()
  }
  const takeTheirs = (theirs: Row) => {
    const values = valuesOf(resource, theirs)
    version.current = theirs.version
    setBase({ record: theirs, values })
    form.setValues(values)
    form.clearErrors()
    api.reset()
  }

  return (
    <FormProvider value={context}>
      <Panel>
        <form {...api.props} aria-label={messages.edit(texts.one)}>
          <div className={styles.fields}>
            {Object.entries(fields).map(([name, field]) => (
              <div key={name} data-wide={isWide(field.kind) || undefined}>
                <Field name={name} field={field} />
              </div>
            ))}
          </div>
          {failure && base.record && failure.reason === 'changed' ? (
            <Conflict
              key={String(failure.body.version)}
              resource={resource}
              record={base.record}
              failure={failure}
              onKeepMine={keepMine}
              onTakeTheirs={takeTheirs}
            />
          ) : (
            <Failure words={wordsOf(failure, unplaced)} />
          )}
          <div className={styles.actions}>
            <Button component={Link} to={list} variant="default">
              {messages.cancel}
            </Button>
            <Button type="submit" loading={api.sending}>
              {base.record === null ? messages.saveNew(texts.one) : messages.save}
            </Button>
          </div>
        </form>
      </Panel>
      {guard.dialog}
    </FormProvider>
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
const searchOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'list' in state ? String(state.list) : ''

const isCalled = (fields: Resource['fields'], own: string, name: string) =>
  own === name || (fields[own]?.alias?.includes(name) ?? false)

/** What a new record is given; the server knows what it does without. */
const given = (values: Record<string, unknown>) =>
  Object.keys(values).filter((name) => values[name] !== null && values[name] !== '')

const narrow = new Set(['number', 'select', 'date', 'switch', 'status', 'slot'])
const isWide = (kind: string) => !narrow.has(kind)
