// The audit log.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { AuditEntry, PageAsk } from '../types'

/** The filters of the audit log; days are `YYYY-MM-DD`. */
export const auditFilters = ['user', 'entity', 'action', 'record', 'about', 'from', 'to'] as const

export type AuditFilters = { [Name in (typeof auditFilters)[number]]?: string }

/** A page of the log. */
export async function auditPage(ask: PageAsk, filters: AuditFilters) {
  const params = { query: { ...ask, ...filters } }
  const { data, total } = await ok(api.GET('/api/v1/admin/audit', { params }))
  // The API document does not describe the content of the values.
  return { rows: data as unknown as AuditEntry[], total }
}

export const auditQuery = (ask: PageAsk, filters: AuditFilters) =>
  queryOptions({
    queryKey: ['audit', ask, filters],
    queryFn: () => auditPage(ask, filters),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The address of the export of all matching entries. */
export function auditExportUrl(q: string | undefined, filters: AuditFilters): string {
  // Not by `size`, which the oldest browsers of the back office do not have.
  const query = new URLSearchParams({ ...(q && { q }), ...filters }).toString()
  return `/api/v1/admin/audit/export${query && `?${query}`}`
}

/**
 * People who may have made changes: moderators, and administrators, whom only super admins may
 * list.
 */
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
