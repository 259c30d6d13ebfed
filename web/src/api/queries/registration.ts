// From a visitor to an active account, and back into one whose password is forgotten.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { NewPassword, Register } from '../types'

/** Which door somebody stands at: the students', or the administrators'. */
export type Door = 'admin' | undefined

export const register = (body: Register) => ok(api.POST('/api/v1/register', { body }))

/**
 * Uses a mailed link up. It works once, so it is asked for once: neither a second look at the
 * screen nor a new connection asks again by itself.
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

/** Asks for a new link to activate an account; the answer is the same for every address. */
export const resendActivation = (email: string) =>
  ok(api.POST('/api/v1/activate-account/resend', { body: { email } }))

/** Asks for a link to choose a new password; the answer is the same for every address. */
export const forgotPassword = (email: string, door: Door) => {
  const path = door === 'admin' ? '/api/v1/admin/forgot-password' : '/api/v1/password/forgot'
  return ok(api.POST(path, { body: { email } }))
}

/** Whether a mailed link still opens the form for a new password; asked once, and not used up by it. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: () => ok(api.GET('/api/v1/password/reset/{token}', { params: { path: { token } } })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  })

export const resetPassword = (token: string, body: NewPassword, door: Door) => {
  const path =
    door === 'admin' ? '/api/v1/admin/reset-password/{token}' : '/api/v1/password/reset/{token}'
  return ok(api.PUT(path, { params: { path: { token } }, body }))
}
