// The daily reminder of today's session, by web push.
import { api, ok } from '../client'
import type { TurnOnReminder } from '../types'

export const findReminder = () => ok(api.GET('/api/v1/me/push')).then(({ data }) => data)

/** Turns it on for this browser, or changes its hour. */
export const turnOnReminder = (body: TurnOnReminder) =>
  ok(api.PUT('/api/v1/me/push', { body })).then(({ data }) => data)

export const turnOffReminder = (id: string) =>
  ok(api.DELETE('/api/v1/me/push/{id}', { params: { path: { id } } }))
