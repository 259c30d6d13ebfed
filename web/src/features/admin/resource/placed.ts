// Places an entity below records of its parents.
import { useQueries } from '@tanstack/react-query'
import { generatePath } from 'react-router'
import type { Crumb } from '../ui/Crumbs'
import { oneQuery } from './calls'
import type { Resource, Row } from './defineResource'

/** The entity below these records, outermost first: their ids are filled into its screens. */
export function placed(resource: Resource, at: string[]): Resource {
  const ids = new Map(resource.above.map((name, i) => [name, at[i] ?? '']))
  const here = (pattern: string) =>
    pattern.replace(/:(\w+)/g, (segment, name: string) => {
      const id = ids.get(name)
      return id === undefined ? segment : encodeURIComponent(id)
    })
  const { list, add, edit } = resource.screens
  const screens = { ...resource.screens, list: here(list), add: here(add), edit: here(edit) }
  return { ...resource, at, screens }
}

/** The entity below one of these rows. */
export const below = (child: Resource, { at }: Resource, row: Row) =>
  placed(child, [...at, row._id])

/** The path of a record's edit form. */
export const editPath = ({ screens }: Resource, id: string) => generatePath(screens.edit, { id })

/** The path of the page about a record, or of its edit form if it has none. */
export const pagePath = ({ screens }: Resource, id: string) =>
  generatePath(screens.page ?? screens.edit, { id })

/** The ancestors, outermost first. */
function ancestors({ parent, at }: Resource): { resource: Resource; id: string }[] {
  if (!parent) return []
  const resource = placed(parent.of, at.slice(0, -1))
  return [...ancestors(resource), { resource, id: at.at(-1) ?? '' }]
}

/**
 * The breadcrumbs above an entity's list, and the name of its parent; names appear once they have
 * loaded.
 */
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
