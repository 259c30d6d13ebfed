// Where a record that an entry tells of can be opened, and what its form calls its fields.
import type { AuditEntry } from '@/api/types'
import { adminPaths } from '../paths'
import { editPath } from '../resource/placed'
import { resources } from '../resources'

/** The declared entity that is stored under this name. */
const declared = (entity: string) => resources.find(({ name }) => name === entity)

/** Nothing where it is gone, or has no screen of its own. */
export function recordPath({ entity, record, action }: AuditEntry): string | undefined {
  if (action === 'delete') return undefined
  if (entity === 'home_setting') return adminPaths.homeSetting
  const resource = declared(entity)
  return resource?.calls.update && !resource.parent ? editPath(resource, record) : undefined
}

/** What the form of the entity calls its fields, by the names under which they are stored. */
export function labelsOf(entity: string): Record<string, string> {
  const fields = Object.entries(declared(entity)?.fields ?? {})
  return Object.fromEntries(fields.flatMap(([name, { label }]) => [[stored(name), label]]))
}

/** "btnUrl" is stored as "btn_url". */
const stored = (name: string) => name.replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`)
