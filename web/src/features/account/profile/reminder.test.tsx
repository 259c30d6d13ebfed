// The daily reminder on the profile: the switch, its hour, and why it is not offered.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { weekTexts } from './Week'

const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
const around = {
  'GET /me/weekly-mail': { data: { isOn: false } },
  'GET /me/progress-links': { data: [] },
}
const device = { _id: 'device1', endpoint, createdAt: '2026-03-05T14:30:00.000Z' }
const off = { publicKey: 'BPublic', hour: null, devices: [] }
const on = { ...off, hour: 19, devices: [device] }

/** What the browser says. */
const browser = { permission: 'default', asked: 'granted', subscription: false, broken: false }
const subscription = {
  endpoint,
  toJSON: () => ({ endpoint, keys: { p256dh: 'BKey', auth: 'Secret' } }),
  unsubscribe: vi.fn(async () => {
    browser.subscription = false
    return true
  }),
}
const subscribe = vi.fn(async () => {
  if (browser.broken) throw new Error('AbortError')
  browser.subscription = true
  return subscription
})
const pushManager = {
  getSubscription: async () => (browser.subscription ? subscription : null),
  subscribe,
}

beforeEach(() => {
  Object.assign(browser, { permission: 'default', asked: 'granted', broken: false })
  browser.subscription = false
  vi.clearAllMocks()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission
    },
    requestPermission: async () => {
      browser.permission = browser.asked
      return browser.asked
    },
  })
  const registration = { pushManager }
  const serviceWorker = {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const box = () => screen.findByRole('checkbox', { name: weekTexts.remindMe })

it('turns the reminder on for this browser, moves its hour and turns it off', async () => {
  vi.stubEnv('TZ', 'Africa/Lagos')
  let stored: object = off
  const log = fakeApi({
    ...around,
    'GET /me/push': () => ({ data: stored }),
    'PUT /me/push': ({ body }) => {
      stored = { ...on, hour: (body as { hour: number }).hour }
      return { data: stored }
    },
    'DELETE /me/push/device1': () => {
      stored = off
      return { message: 'Off' }
    },
  })
  renderStudent('/profile')
  expect(await box()).not.toBeChecked()
  await userEvent.click(await box())
  expect(await screen.findByText(weekTexts.reminderOn('19:00'))).toBeVisible()
  expect(await box()).toBeChecked()
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BPublic' })
  await userEvent.selectOptions(screen.getByLabelText(weekTexts.reminderHour), '06:00')
  expect(await screen.findByText(weekTexts.reminderOn('06:00'))).toBeVisible()
  expect(subscribe).toHaveBeenCalledOnce()
  await userEvent.click(await box())
  expect(await screen.findByText(weekTexts.reminderOff)).toBeVisible()
  expect(await box()).not.toBeChecked()
  expect(subscription.unsubscribe).toHaveBeenCalledOnce()
  const sent = log.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  const own = { endpoint, p256dh: 'BKey', auth: 'Secret', utcOffset: 60 }
  expect(sent).toEqual([
    { ...own, hour: 19 },
    { ...own, hour: 6 },
  ])
})

it('subscribes anew where the server does not know the subscription', async () => {
  browser.subscription = true
  fakeApi({ ...around, 'GET /me/push': { data: off }, 'PUT /me/push': { data: on } })
  renderStudent('/profile')
  expect(await box()).not.toBeChecked()
  await userEvent.click(await box())
  expect(await screen.findByText(weekTexts.reminderOn('19:00'))).toBeVisible()
  expect(subscription.unsubscribe).toHaveBeenCalledOnce()
})

it('keeps the hour of a reminder on another device, and says when the server refuses', async () => {
  const other = { ...device, _id: 'device2', endpoint: `${endpoint}2` }
  const refused = failure(503, 'unavailable', 'Please try again.')
  fakeApi({
    ...around,
    'GET /me/push': { data: { ...on, hour: 7, devices: [other] } },
    'PUT /me/push': refused,
  })
  renderStudent('/profile')
  expect(await box()).not.toBeChecked()
  expect(screen.getByLabelText(weekTexts.reminderHour)).toHaveDisplayValue('07:00')
  await userEvent.click(await box())
  expect(await screen.findByText('Please try again.')).toBeVisible()
  expect(await box()).not.toBeChecked()
})

it('asks again where the server did not answer', async () => {
  let isUp = false
  const broken = failure(500, 'internal', 'Sabi is broken just now.')
  fakeApi({ ...around, 'GET /me/push': () => (isUp ? { data: on } : broken) })
  renderStudent('/profile')
  expect(await screen.findByText('Sabi is broken just now.')).toBeVisible()
  isUp = true
  browser.subscription = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await box()).toBeChecked()
})

it('says when the browser or the student refuses', async () => {
  const log = fakeApi({ ...around, 'GET /me/push': { data: off } })
  browser.broken = true
  renderStudent('/profile')
  await userEvent.click(await box())
  expect(await screen.findByText(weekTexts.pushFailed)).toBeVisible()
  browser.asked = 'denied'
  await userEvent.click(await box())
  expect(await screen.findByText(weekTexts.pushRefused)).toBeVisible()
  await waitFor(() => expect(log.filter(({ method }) => method === 'PUT')).toHaveLength(0))
})

it.each([
  ['insecure', () => vi.stubGlobal('isSecureContext', false)],
  ['missing', () => Reflect.deleteProperty(navigator, 'serviceWorker')],
  ['blocked', () => Object.assign(browser, { permission: 'denied' })],
] as const)('says why there is no reminder where it is %s', async (why, make) => {
  make()
  const log = fakeApi(around)
  renderStudent('/profile')
  expect(await screen.findByText(weekTexts.noReminder[why])).toBeVisible()
  expect(screen.queryByRole('checkbox', { name: weekTexts.remindMe })).toBeNull()
  expect(log.some(({ path }) => path === '/me/push')).toBe(false)
})

it('sends owners of an iPhone to the home screen first', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true })
  fakeApi(around)
  renderStudent('/profile')
  expect(await screen.findByText(weekTexts.noReminder.install)).toBeVisible()
  Reflect.deleteProperty(navigator, 'standalone')
})
