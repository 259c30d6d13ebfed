// The second factor of those who work in the back office.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { Proof } from '../types'

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => ok(api.GET('/api/v1/me/second-factor')).then(({ data }) => data),
  staleTime: 0,
})

/** A secret for the authenticator app. */
export const beginSecondFactor = () =>
  ok(api.POST('/api/v1/me/second-factor')).then(({ data }) => data)

/** Asks for codes from now on; the recovery codes. */
export const confirmSecondFactor = (otp: string) =>
  ok(api.PUT('/api/v1/me/second-factor', { body: { otp } })).then(({ data }) => data.recoveryCodes)

export const renewRecoveryCodes = (otp: string) =>
  ok(api.POST('/api/v1/me/recovery-codes', { body: { otp } })).then(
    ({ data }) => data.recoveryCodes,
  )

export const dropSecondFactor = (otp: string) =>
  ok(api.POST('/api/v1/me/second-factor/remove', { body: { otp } }))

/** Takes that of somebody else away. */
export const resetSecondFactor = (id: string) =>
  ok(api.DELETE('/api/v1/admin/users/{id}/second-factor', { params: { path: { id } } }))

/** Refused where the password or a code must be given again first. */
export const hasProved = () => ok(api.GET('/api/v1/me/prove'))

/** Gives the password or a code again. */
export const prove = (proof: Partial<Proof>) =>
  ok(api.POST('/api/v1/me/prove', { body: { password: '', otp: '', ...proof } }))
