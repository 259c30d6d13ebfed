// Where an entity stands: below which records of its parents.
import { useQueries } from '@tanstack/react-query'
import { generatePath } from 'react-router'
import type { Crumb } from '../ui/Crumbs'
import { oneQuery } from './calls'
import type { Resource, Row } from './defineResource'

/** The entity below these records, outermost first: its screens have their ids filled in. */
export function placed(resource: Resource, at: string[]): Resource {
  const ids = new Map(resource.above.map((name, i) => [name, at[i] ?? '']))
  const here = (pattern: string) =>
    pattern.replace(/:(\w+)/g, (segment, name: string) => {
      const id = ids.get(name)
      return id === undefined ? segment : encodeURIComponent(id)
    })
  const { list, add, edit } = resource.screens
  return { ...resource, at, screens: { list: here(list), add: here(add), edit: here(edit) } }
}

/** The entity as it stands below one of these rows. */
export const below = (child: Resource, { at }: Resource, row: Row) =>
  placed(child, [...at, row._id])

/** Where a record is changed. */
export const editPath = ({ screens }: Resource, id: string) => generatePath(screens.edit, { id })

/** What it lies below, outermost first. */
function ancestors({ parent, at }: Resource): { resource: Resource; id: string }[] {
  if (!parent) return []
  const resource = placed(parent.of, at.slice(0, -1))
  return [...ancestors(resource), { resource, id: at.at(-1) ?? '' }]
}

/** The pages above an entity's list, and what its parent is called; names appear once known. */
export function useTrail(resource: Resource): { trail: Crumb[]; parent: string | undefined } {
  const above = ancestors(resource)
  const found = useQueries({ queries: above.map((one) => oneQuery(one.resource, one.id)) })
  const names = above.map(({ resource }, i) => {
    const row = found[i]?.data
    return row && resource.title(row)
  })
  const trail = above.flatMap(({ resource, id }, i) => {
    const { texts, screens, calls } = resource
    const list = { title: texts.many, to: screens.list }
    return calls.update
      ? [list, { title: names[i] ?? texts.one, to: editPath(resource, id) }]
      : [list]
  })
  return { trail, parent: names.at(-1) }
}
