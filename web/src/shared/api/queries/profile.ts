// Calls about the user's own account.
import { api, ok } from '../client'
import type { ChangePassword, Profile } from '../types'

export const updateProfile = (body: Profile) => ok(api.PUT('/api/v1/me/update', { body }))

export const changePassword = (body: ChangePassword) =>
  ok(api.PUT('/api/v1/password/update', { body }))

/** Everything stored about the caller. */
export const exportMe = () => ok(api.GET('/api/v1/me/export')).then(({ data }) => data)

/** Permanently erases the caller's account. */
export const eraseMe = (password: string) =>
  ok(api.POST('/api/v1/me/erase', { body: { password } }))
