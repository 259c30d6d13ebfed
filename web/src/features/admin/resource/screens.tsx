// The screens of all declared entities, below /admin.
import type { ComponentType } from 'react'
import { type RouteObject, useParams } from 'react-router'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { paths } from '@/shared/paths'
import { Gate } from '../Gate'
import { resources } from '../resources'
import type { Resource } from './defineResource'
import { placed } from './placed'

const ResourceList = lazyPartOfScreen(() => import('./ResourceList').then((m) => m.ResourceList))
const AddScreen = lazyPartOfScreen(() => import('./ResourceForm').then((m) => m.AddScreen))
const EditScreen = lazyPartOfScreen(() => import('./ResourceForm').then((m) => m.EditScreen))

export const resourceScreens = (): RouteObject[] => resources.flatMap(routesOf)

function routesOf(resource: Resource): RouteObject[] {
  const { screens, calls, slots } = resource
  const route = (pattern: string, Screen: Shown, access = resource.access.see): RouteObject => ({
    path: pattern.slice(paths.admin.length + 1),
    element: (
      <Gate access={access}>
        <Here resource={resource} Screen={Screen} />
      </Gate>
    ),
  })
  const { List } = slots
  return [
    route(screens.list, List ? () => <List /> : ResourceList),
    ...(calls.add ? [route(screens.add, Form, resource.access.add ?? resource.access.see)] : []),
    ...(calls.update ? [route(screens.edit, Form)] : []),
  ]
}

type Shown = ComponentType<{ resource: Resource }>

/** A screen of an entity below the parents in the address. */
function Here({ resource, Screen }: { resource: Resource; Screen: Shown }) {
  const ids = useParams()
  const at = resource.above.map((name) => ids[name] ?? '')
  return <Screen key={[resource.name, ...at].join('/')} resource={placed(resource, at)} />
}

function Form({ resource }: { resource: Resource }) {
  const { id = null } = useParams()
  const Own = resource.slots.Form
  if (Own) return <Own id={id} />
  return id === null ? (
    <AddScreen resource={resource} />
  ) : (
    <EditScreen key={id} resource={resource} id={id} />
  )
}
