import { isAdminPath, paths } from '@/paths'

/** Where a new session begins: where the visitor was going, when the role may go there. */
export function landing(role: string, from: unknown): string {
  const admin = role !== 'user'
  const own = typeof from === 'string' && from.startsWith('/') && !from.startsWith('//')
  if (own && isAdminPath(from.split('?')[0] ?? '') === admin) return from
  return admin ? paths.admin : paths.dashboard
}
