// The student's week for others: links for a parent or teacher, and the weekly mail.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { NewProgressLink, TurnOnReminder } from '../types'

export const progressLinksQuery = queryOptions({
  queryKey: ['progress-links'],
  queryFn: () => ok(api.GET('/api/v1/me/progress-links')).then(({ data }) => data),
})

/** Creates a link. Only its answer contains the address. */
export const createProgressLink = (body: NewProgressLink) =>
  ok(api.POST('/api/v1/me/progress-links', { body })).then(({ data }) => data)

export const revokeProgressLink = (id: string) =>
  ok(api.DELETE('/api/v1/me/progress-links/{id}', { params: { path: { id } } }))

/** Whether the caller gets the weekly mail; `isOn` is null until decided. */
export const weeklyMailQuery = queryOptions({
  queryKey: ['weekly-mail'],
  queryFn: () => ok(api.GET('/api/v1/me/weekly-mail')).then(({ data }) => data),
})

export const chooseWeeklyMail = (isOn: boolean) =>
  ok(api.PUT('/api/v1/me/weekly-mail', { body: { isOn } })).then(({ data }) => data)

/** The daily reminder of today's session, by web push. */
export const findReminder = () => ok(api.GET('/api/v1/me/push')).then(({ data }) => data)

/** Turns it on for this browser, or changes its hour. */
export const turnOnReminder = (body: TurnOnReminder) =>
  ok(api.PUT('/api/v1/me/push', { body })).then(({ data }) => data)

export const turnOffReminder = (id: string) =>
  ok(api.DELETE('/api/v1/me/push/{id}', { params: { path: { id } } }))
