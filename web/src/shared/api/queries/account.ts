// The student's session and registrations.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'

export const login = (body: { email: string; password: string; otp?: string; door?: 'admin' }) =>
  ok(api.POST('/api/v1/login', { body })).then(({ user }) => user)

/** Ends the session of this browser, or `everywhere` all sessions of the account. */
export const logout = (everywhere: boolean) =>
  ok(api.POST('/api/v1/logout', { body: { everywhere } }))

export const findMe = () => ok(api.GET('/api/v1/me')).then(({ user }) => user)

/** The subjects a student has registered, by exam. */
export const registrationsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['registrations', userId],
    queryFn: () =>
      ok(api.GET('/api/v1/get-saved-subjects/{userId}', { params: { path: { userId } } })).then(
        ({ data }) => data,
      ),
  })
