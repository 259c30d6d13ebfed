// The screens of all declared entities, below /admin: which one, its declaration says.
import { type ReactNode, useMemo } from 'react'
import { type RouteObject, useParams, useRoutes } from 'react-router'
import { paths } from '@/paths'
import { NotFound } from '@/shell/NotFound'
import { resources } from '../resources'
import type { Resource } from './defineResource'
import { AddScreen, EditScreen } from './ResourceForm'
import { ResourceList } from './ResourceList'

export function ResourceArea() {
  return useRoutes(
    useMemo(() => [...resources.flatMap(routesOf), { path: '*', Component: NotFound }], []),
  )
}

function routesOf(resource: Resource): RouteObject[] {
  const { name, screens, calls, slots } = resource
  const route = (pattern: string, element: ReactNode): RouteObject => ({
    path: pattern.slice(paths.admin.length + 1),
    element,
  })
  const List = slots.List
  return [
    route(screens.list, List ? <List /> : <ResourceList key={name} resource={resource} />),
    ...(calls.add ? [route(screens.add, <Form key={name} resource={resource} />)] : []),
    ...(calls.update ? [route(screens.edit, <Form key={name} resource={resource} />)] : []),
  ]
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
