// Open sessions, and ending them.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'

export const ownSessionsQuery = queryOptions({
  queryKey: ['sessions', 'own'],
  queryFn: () => ok(api.GET('/api/v1/me/sessions')).then(({ data }) => data),
  // The page is not notified of sessions that end elsewhere.
  staleTime: 0,
})

export const endOwnSession = (id: string) =>
  ok(api.DELETE('/api/v1/me/sessions/{id}', { params: { path: { id } } }))

/** The sessions of another person. */
export const sessionsQuery = (user: string) =>
  queryOptions({
    queryKey: ['sessions', user],
    queryFn: () =>
      ok(api.GET('/api/v1/admin/users/{id}/sessions', { params: { path: { id: user } } })).then(
        ({ data }) => data,
      ),
    staleTime: 0,
  })

export const endSessionOf = (user: string, session: string) =>
  ok(
    api.DELETE('/api/v1/admin/users/{id}/sessions/{session}', {
      params: { path: { id: user, session } },
    }),
  )

export const endSessionsOf = (user: string) =>
  ok(api.DELETE('/api/v1/admin/users/{id}/sessions', { params: { path: { id: user } } }))
