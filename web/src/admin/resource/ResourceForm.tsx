// The screens of an entity's form: one to add, one to change.

import { useQuery } from '@tanstack/react-query'
import { Page } from '@/ui/Page'
import { Crumbs } from '../ui/Crumbs'
import { addRow, oneQuery, readRow, updateRow } from './calls'
import type { Resource } from './defineResource'
import { FreshView } from './FreshView'
import { messages } from './messages'
import { useTrail } from './placed'
import { type FormModel, RecordForm } from './RecordForm'

export function AddScreen({ resource }: { resource: Resource }) {
  const heading = messages.add(resource.texts.one)
  return (
    <Frame resource={resource} heading={heading} here={heading}>
      <RecordForm model={addModel(resource)} record={null} />
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
      <FreshView query={query}>
        {(record) => <RecordForm key={id} model={editModel(resource, id)} record={record} />}
      </FreshView>
    </Frame>
  )
}

function Frame({ resource, heading, here, children }: FrameProps) {
  const { trail } = useTrail(resource)
  const list = { title: resource.texts.many, to: resource.screens.list }
  return (
    <Page title={heading} crumbs={<Crumbs trail={[...trail, list]} here={here} />} width={760}>
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

const addModel = (resource: Resource): FormModel => ({
  fields: resource.fields,
  one: resource.texts.one,
  saved: resource.texts.added ?? '',
  invalid: resource.texts.invalid,
  Inside: resource.slots.Inside,
  list: resource.screens.list,
  send: (body) => addRow(resource, body),
})

const editModel = (resource: Resource, id: string): FormModel => ({
  ...addModel(resource),
  saved: resource.texts.updated ?? '',
  send: (body) => updateRow(resource, id, body),
  read: () => readRow(resource, id),
})
