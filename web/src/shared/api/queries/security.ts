// The second factor and re-authentication of back-office users, and everybody's sessions.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { Proof } from '../types'

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => ok(api.GET('/api/v1/me/second-factor')).then(({ data }) => data),
  staleTime: 0,
})

/** Creates a secret for the authenticator app. */
export const beginSecondFactor = () =>
  ok(api.POST('/api/v1/me/second-factor')).then(({ data }) => data)

/** Requires codes from now on; returns the recovery codes. */
export const confirmSecondFactor = (otp: string) =>
  ok(api.PUT('/api/v1/me/second-factor', { body: { otp } })).then(({ data }) => data.recoveryCodes)

export const renewRecoveryCodes = (otp: string) =>
  ok(api.POST('/api/v1/me/recovery-codes', { body: { otp } })).then(
    ({ data }) => data.recoveryCodes,
  )

export const dropSecondFactor = (otp: string) =>
  ok(api.POST('/api/v1/me/second-factor/remove', { body: { otp } }))

/** Resets somebody's second factor. */
export const resetSecondFactor = (id: string) =>
  ok(api.DELETE('/api/v1/admin/users/{id}/second-factor', { params: { path: { id } } }))

/** Fails if the caller has to re-authenticate first. */
export const hasProved = () => ok(api.GET('/api/v1/me/prove'))

/** Re-authenticates with the password or a code. */
export const prove = (proof: Partial<Proof>) =>
  ok(api.POST('/api/v1/me/prove', { body: { password: '', otp: '', ...proof } }))

/** Open sessions, and ending them. */
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
