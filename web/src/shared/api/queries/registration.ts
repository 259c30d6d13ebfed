// Registration, activation, and password recovery.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { ChangePassword, NewPassword, Profile, Register } from '../types'

/** The login page: for students, or for administrators. */
export type Area = 'admin' | undefined

export const register = (body: Register) => ok(api.POST('/api/v1/register', { body }))

/**
 * Uses up a mailed link. It works once, so it is requested once: neither remounting the screen nor
 * reconnecting repeats the request.
 */
export const activationQuery = (id: string) =>
  queryOptions({
    queryKey: ['activation', id],
    queryFn: () => ok(api.GET('/api/v1/activate-account/{id}', { params: { path: { id } } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
    refetchOnReconnect: false,
  })

/** Requests a new activation link; the response is the same for every address. */
export const resendActivation = (email: string) =>
  ok(api.POST('/api/v1/activate-account/resend', { body: { email } }))

/** Requests a link to choose a new password; the response is the same for every address. */
export const forgotPassword = (email: string, area: Area) => {
  const path = area === 'admin' ? '/api/v1/admin/forgot-password' : '/api/v1/password/forgot'
  return ok(api.POST(path, { body: { email } }))
}

/** Whether a mailed link can still set a new password; requested once, and does not use it up. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: () => ok(api.GET('/api/v1/password/reset/{token}', { params: { path: { token } } })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  })

export const resetPassword = (token: string, body: NewPassword, area: Area) => {
  const path =
    area === 'admin' ? '/api/v1/admin/reset-password/{token}' : '/api/v1/password/reset/{token}'
  return ok(api.PUT(path, { params: { path: { token } }, body }))
}

// Calls about the user's own account.

export const updateProfile = (body: Profile) => ok(api.PUT('/api/v1/me/update', { body }))

export const changePassword = (body: ChangePassword) =>
  ok(api.PUT('/api/v1/password/update', { body }))

/** Everything stored about the caller. */
export const exportMe = () => ok(api.GET('/api/v1/me/export')).then(({ data }) => data)

/** Permanently erases the caller's account. */
export const eraseMe = (password: string) =>
  ok(api.POST('/api/v1/me/erase', { body: { password } }))
