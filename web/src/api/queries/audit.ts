// The record of changes.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { AuditEntry, PageAsk } from '../types'

/** What the record can be narrowed by; days are `YYYY-MM-DD`. */
export const auditFilters = ['user', 'entity', 'action', 'record', 'from', 'to'] as const

export type AuditFilters = { [Name in (typeof auditFilters)[number]]?: string }

export const auditQuery = (ask: PageAsk, filters: AuditFilters) =>
  queryOptions({
    queryKey: ['audit', ask, filters],
    queryFn: async () => {
      const params = { query: { ...ask, ...filters } }
      const { data, total } = await ok(api.GET('/api/v1/admin/audit', { params }))
      // The document tells nothing of what stands in the two.
      return { data: data as unknown as AuditEntry[], total }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Where all entries that fit can be had as a file. */
export function auditExportUrl(q: string | undefined, filters: AuditFilters): string {
  // Not by `size`, which browsers of the floor of the back office lack.
  const query = new URLSearchParams({ ...(q && { q }), ...filters }).toString()
  return `/api/v1/admin/audit/export${query && `?${query}`}`
}

/** Who may have made changes: moderators, and administrators, whom super admins alone may list. */
export const staffQuery = (ofAdmins: boolean) =>
  queryOptions({
    queryKey: ['audit', 'staff', ofAdmins],
    queryFn: async () => {
      const params = { query: { page: 1, limit: 1000, sort: 'first_name' } }
      const [{ users }, { moderators }] = await Promise.all([
        ofAdmins ? ok(api.GET('/api/v1/admin/users', { params })) : { users: [] },
        ok(api.GET('/api/v1/admin/moderators', { params })),
      ])
      return [...users, ...moderators]
    },
    staleTime: 60_000,
  })
