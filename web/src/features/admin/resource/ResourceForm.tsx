// The form screens of an entity: add and edit.
import { useQuery } from '@tanstack/react-query'
import { mustKeepForm, useSession, useUser } from '@/shared/session/useSession'
import { Page } from '@/shared/ui/Page'
import styles from '../admin.module.css'
import { resourceTexts } from '../messages'
import { Crumbs } from '../ui/Crumbs'
import { addRow, oneQuery, readRow, updateRow } from './calls'
import type { Resource, Row } from './defineResource'
import { FreshView } from './FormParts'
import { useTrail } from './placed'
import { type FormModel, RecordForm } from './RecordForm'

export function AddScreen({ resource }: { resource: Resource }) {
  const heading = resourceTexts.add(resource.texts.one)
  const { AroundAdd } = resource.slots
  const form = <RecordForm model={addModel(resource)} record={null} />
  return (
    <Frame resource={resource} heading={heading} here={heading}>
      {AroundAdd ? <AroundAdd>{form}</AroundAdd> : form}
    </Frame>
  )
}

export function EditScreen({ resource, id }: { resource: Resource; id: string }) {
  const query = useQuery(oneQuery(resource, id))
  const heading = resourceTexts.edit(resource.texts.one)
  const user = useUser()
  // Someone who has filled in a form had access; the form stays until they have logged in again.
  const mustKeep = useSession(mustKeepForm)
  return (
    <Frame
      resource={resource}
      heading={heading}
      here={query.data ? resource.title(query.data) : heading}
      wide={resource.slots.Beside !== undefined || resource.slots.Below !== undefined}
    >
      <FreshView query={query}>
        {(record) => (
          <WithMore resource={resource} record={record}>
            <RecordForm
              key={id}
              model={{
                ...editModel(resource, id),
                readOnly: !mustKeep && !resource.mayChange(record, user),
              }}
              record={record}
            />
          </WithMore>
        )}
      </FreshView>
    </Frame>
  )
}

/** The form with the slots that the declaration puts beside and below it. */
function WithMore({ resource, record, children }: WithMoreProps) {
  const { Beside, Below } = resource.slots
  return (
    <>
      {Beside ? (
        <div className={styles.beside}>
          <div>{children}</div>
          <div>
            <Beside record={record} />
          </div>
        </div>
      ) : (
        children
      )}
      {Below && <Below record={record} />}
    </>
  )
}

interface WithMoreProps {
  resource: Resource
  record: Row
  children: React.ReactNode
}

function Frame({ resource, heading, here, wide = false, children }: FrameProps) {
  const { trail } = useTrail(resource)
  const list = { title: resource.texts.many, to: resource.screens.list }
  return (
    <Page
      title={heading}
      crumbs={<Crumbs trail={[...trail, list]} here={here} />}
      width={wide ? 1120 : 760}
    >
      {children}
    </Page>
  )
}

interface FrameProps {
  resource: Resource
  heading: string
  here: string
  /** Whether there is something beside the form. */
  wide?: boolean
  children: React.ReactNode
}

/** The fields of one of the two forms. */
const fieldsOf = ({ fields }: Resource, form: 'add' | 'edit') =>
  Object.fromEntries(Object.entries(fields).filter(([, { only }]) => (only ?? form) === form))

const addModel = (resource: Resource): FormModel => ({
  fields: fieldsOf(resource, 'add'),
  one: resource.texts.one,
  saved: resource.texts.added ?? '',
  invalid: resource.texts.invalid,
  Inside: resource.slots.Inside,
  list: resource.screens.list,
  send: (body, _, key) => addRow(resource, body, key),
})

const editModel = (resource: Resource, id: string): FormModel => ({
  ...addModel(resource),
  fields: fieldsOf(resource, 'edit'),
  saved: resource.texts.updated ?? '',
  send: (body) => updateRow(resource, id, body),
  read: () => readRow(resource, id),
  addAsNew: resource.calls.add
    ? { send: (body, _, key) => addRow(resource, body, key), saved: resource.texts.added ?? '' }
    : undefined,
})
