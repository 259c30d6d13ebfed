import { isAdminPath, paths } from '@/paths'

const doors = /^(\/admin)?\/(login|forgot-password|reset-password)\b/

/** Where a new session begins: where the visitor was going, when the role may go there. */
export function landing(role: string, from: unknown): string {
  const admin = role !== 'user'
  // From a page on which one logs in there is no way back.
  const isDoor = typeof from === 'string' && doors.test(from)
  const own = !isDoor && typeof from === 'string' && from.startsWith('/') && !from.startsWith('//')
  if (own && isAdminPath(from.split('?')[0] ?? '') === admin) return from
  return admin ? paths.admin : paths.dashboard
}
