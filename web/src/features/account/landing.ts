import { isAdminPath, paths } from '@/shared/paths'

const doors = /^(\/admin)?\/(login|forgot-password|reset-password)\b/

/** The first page of a new session: where the visitor was going, if the role may go there. */
export function landing(role: string, from: unknown): string {
  const admin = role !== 'user'
  // Login pages are not valid targets.
  const isDoor = typeof from === 'string' && doors.test(from)
  const own = !isDoor && typeof from === 'string' && from.startsWith('/') && !from.startsWith('//')
  if (own && isAdminPath(from.split('?')[0] ?? '') === admin) return from
  return admin ? paths.admin : paths.dashboard
}
