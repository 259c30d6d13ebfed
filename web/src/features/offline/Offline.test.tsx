// The screen of the questions on this device.
import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import type { AppState } from '@/shared/offline/app'
import { clear, disconnect, type PackList } from '@/shared/offline/database'
import { listFetched } from '@/shared/offline/fetched'
import { inUseKey, isInUse } from '@/shared/offline/inUse'
import { listTests } from '@/shared/offline/log'
import { listShelf } from '@/shared/offline/shelf'
import { useSession } from '@/shared/session/useSession'
import {
  assessments,
  attempt,
  examChoice,
  pack,
  packEntry,
  packList,
  subscription,
} from '@/testing/data'
import { jamb } from '@/testing/enrolment'
import { failure, fakeApi, hang, offline } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { useDownloads } from './downloads'
import { costText, within as fitting, rowsOf, sizeText, toFetch } from './rows'

// jsdom has no service workers.
vi.mock('./support', () => ({ isSupported: () => supported }))
let supported = true
vi.mock('@/shared/offline/app', async (original) => ({
  ...(await original<typeof import('@/shared/offline/app')>()),
  canStoreApp: () => true,
  appState: async () => appOnDevice,
  storeApp: async () => {
    appOnDevice = { version: 'v1', bytes: 600_000, whole: true, any: true }
  },
}))
/** What the worker says; null while it is silent. */
let appOnDevice: AppState | null = null

const maths = (year: number, more = {}) => packEntry({ _id: `p${year}`, year, ...more })
const biology = packEntry({
  _id: 'b2019',
  subject: { _id: 's2', title: 'Biology' },
  bytes: 590_000,
})
let list: PackList
const exams = { data: [examChoice(jamb, { subscriptions: [subscription(jamb)] })] }

function serve(more: Parameters<typeof fakeApi>[0] = {}) {
  const packs = list.packs.map((entry) => [
    `GET /me/packs/${entry._id}`,
    () => ({ data: { ...pack(entry, [['q1', 1]]), subject: entry.subject } }),
  ])
  return fakeApi({
    'GET /me/exams': exams,
    'GET /me/packs': () => ({ data: list }),
    ...Object.fromEntries(packs),
    ...more,
  })
}
const open = async () => {
  renderStudent('/offline')
  await screen.findByRole('heading', { level: 1, name: 'Practise without internet' })
}
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const openSubject = async (name: RegExp) => userEvent.click(await screen.findByText(name))

beforeEach(async () => {
  await disconnect()
  vi.stubGlobal('indexedDB', new IDBFactory())
  useDownloads.setState(useDownloads.getInitialState())
  supported = true
  appOnDevice = null
  list = packList({ packs: [maths(2020), maths(2019), biology] })
})

it('says what everything costs before it is fetched, and brings all of it', async () => {
  const log = serve()
  await open()
  await screen.findByText('None of 3 years on this device yet.')
  await press('Download all my subjects: 0.6 MB, about ₦0.30')
  await screen.findByText('3 of 3 years on this device (0.6 MB).')
  expect(screen.queryByRole('button', { name: /^Download all my/ })).toBeNull()
  expect(log.filter(({ path }) => path.startsWith('/me/packs/'))).toHaveLength(3)
  expect(isInUse()).toBe(true)
  expect(screen.getByRole('link', { name: 'Start practising' })).toHaveAttribute(
    'href',
    '/practise',
  )
})

it('stores the app though the worker was silent when it was asked', async () => {
  serve()
  await open()
  await screen.findByText(/^We could not check whether the app is on this device/)
  await press('Store the app')
  await screen.findByText(/^The app is on this device\./)
})

it('stores the app after a download though the worker was silent before', async () => {
  serve()
  await open()
  await press(/^Download all my/)
  await screen.findByText(/^The app is on this device\./)
})

it('says that a trial brings a sample of each year', async () => {
  list = packList({ trial: true, packs: [maths(2020, { questions: 10 }), maths(2019)] })
  serve()
  await open()
  expect(await screen.findByText(/^On your trial, each year is a sample of up to/)).toBeVisible()
})

it('says nothing of samples to a student with a plan', async () => {
  serve()
  await open()
  await screen.findByText('None of 3 years on this device yet.')
  expect(screen.queryByText(/^On your trial/)).toBeNull()
})

it('downloads a year, a subject, and removes them', async () => {
  serve()
  await open()
  await openSubject(/^Mathematics: 0 of 2/)
  await press('Download Mathematics 2019')
  await screen.findByText('Mathematics: 1 of 2 years on this device')
  await screen.findByText(/^On this device since/)
  await press('Download Mathematics 2020')
  await screen.findByText('Mathematics: 2 of 2 years on this device')
  await press('Remove Mathematics 2019')
  await screen.findByText('Mathematics: 1 of 2 years on this device')
  expect((await listShelf('u1')).map(({ id }) => id)).toEqual(['p2020'])
})

it('offers an update where questions have changed', async () => {
  serve()
  await open()
  await press(/^Download all my/)
  await screen.findByText(/^3 of 3 years/)
  list = { ...list, packs: [maths(2020, { revision: 2 }), maths(2019), biology] }
  serve()
  await userEvent.click(document.body)
  const { queryClient } = await import('@/shared/api/client')
  await queryClient.invalidateQueries({ queryKey: ['offline-list'] })
  await press('Update all: at most 6 KB')
  await waitFor(async () =>
    expect((await listShelf('u1')).find(({ id }) => id === 'p2020')?.revision).toBe(2),
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Update all/ })).toBeNull())
})

it('names what the browser deleted and offers it again', async () => {
  serve()
  await open()
  await press(/^Download all my/)
  await screen.findByText(/^3 of 3 years/)
  await clear(['packs', 'heads'], 'u1')
  const { queryClient } = await import('@/shared/api/client')
  await queryClient.invalidateQueries({ queryKey: ['offline-shelf'] })
  await screen.findByText(/Biology 2019, Mathematics 2020, Mathematics 2019/)
  await press('Download again')
  await screen.findByText(/^3 of 3 years/)
})

it('does not wait for the answer to a question that the browser asks', async () => {
  serve()
  const unanswered = () => new Promise<boolean>(() => undefined)
  const estimate = async () => ({ quota: 1_000_000_000, usage: 0 })
  const storage = { estimate, persist: unanswered }
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true })
  try {
    await open()
    await press(/^Download all my/)
    await screen.findByText('3 of 3 years on this device (0.6 MB).')
  } finally {
    Reflect.deleteProperty(navigator, 'storage')
  }
})

it('reports a full device before anything is fetched', async () => {
  const log = serve()
  const estimate = async () => ({ quota: 2_000_000, usage: 1_900_000 })
  Object.defineProperty(navigator, 'storage', { value: { estimate }, configurable: true })
  await open()
  await press(/^Download all my/)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('This device does not have enough free space for 0.6 MB.')
  expect(log.filter(({ path }) => path.startsWith('/me/packs/'))).toEqual([])
  Reflect.deleteProperty(navigator, 'storage')
})

it('goes on where a download was cut', async () => {
  serve({ 'GET /me/packs/p2019': offline })
  await open()
  await press(/^Download all my/)
  expect(await screen.findByRole('alert')).toHaveTextContent(/^The download stopped/)
  serve()
  await press(/^Download all my/)
  await screen.findByText(/^3 of 3 years/)
})

it('can be stopped', async () => {
  serve({ 'GET /me/packs/p2019': hang })
  await open()
  await press(/^Download all my/)
  await press('Stop')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

it('stops when the student logs out, and does not set the device up again', async () => {
  let arrive = () => {}
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  serve({
    'GET /me/packs/p2019': async () => {
      await late
      return { data: { ...pack(maths(2019), [['q1', 1]]), subject: maths(2019).subject } }
    },
  })
  await open()
  await press(/^Download all my/)
  await screen.findByRole('button', { name: 'Stop' })
  act(() => useSession.setState({ session: { is: 'out', why: 'loggedOut', last: null } }))
  localStorage.removeItem(inUseKey)
  arrive()
  await waitFor(() => expect(useDownloads.getState().progress).toBeNull())
  expect(localStorage.getItem(inUseKey)).toBeNull()
})

it('shows the next student no download of the last', async () => {
  serve()
  await open()
  await press('Download all my subjects: 0.6 MB, about ₦0.30')
  await screen.findByText('3 years are on this device.')
  act(() => useSession.getState().signedOut())
  expect(useDownloads.getState()).toMatchObject({ source: null, done: null, missed: [] })
})

it('keeps to the limit of a day', async () => {
  list = { ...list, leftToday: 80 }
  serve({ 'GET /me/packs/p2019': failure(429, 'daily-limit', 'No more today') })
  await open()
  await screen.findByText('You can download 80 more questions today.')
  await screen.findByText('Download the rest tomorrow.')
  await press(/^Download all my/)
  await waitFor(async () => expect(await listShelf('u1')).toHaveLength(2))
})

it('says that downloads are off, and keeps what is there', async () => {
  serve()
  await open()
  await openSubject(/^Mathematics/)
  await press('Download Mathematics 2020')
  await screen.findByText(/^Mathematics: 1 of 2/)
  list = { ...list, allowed: false }
  const { queryClient } = await import('@/shared/api/client')
  await queryClient.invalidateQueries({ queryKey: ['offline-list'] })
  await screen.findByText('Downloads are switched off for this exam.')
  expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove Mathematics 2020' })).toBeEnabled()
})

it('shows a mock’s subject as closed', async () => {
  list = { ...list, packs: [maths(2019, { locked: true })] }
  serve()
  await open()
  await openSubject(/^Mathematics/)
  await screen.findByText('Locked until your mock result is out')
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull()
})

it('shows what is on the device when the server cannot be reached', async () => {
  serve()
  await open()
  await press(/^Download all my/)
  await screen.findByText(/^3 of 3 years/)
  fakeApi({ 'GET /me/exams': exams, 'GET /me/packs': offline })
  const { queryClient } = await import('@/shared/api/client')
  await queryClient.resetQueries({ queryKey: ['offline-list'] })
  await screen.findByText(/^You are offline. You can practise with the questions on this device/)
  await screen.findByText(/^3 of 3 years/)
})

it('gets a mock, and opens it after a question, without internet', async () => {
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const question = {
    ...{ _id: 'm1', title: 'm1', passage: null, group: null, logo: null, question: '<p>Why?</p>' },
    options: [{ _id: 'm1-a', option: 'A' }],
  }
  const subject = { _id: 's1', title: 'Mathematics' }
  const mock = attempt({
    _id: 'at9',
    assessment: { _id: 'm3', title: 'Mock', slug: 'mock' },
    year: null,
    timeDuration: 120,
    ahead: { openUntil: inAWeek, openedAt: null, takenUntil: inAWeek },
  })
  const log = serve({
    'GET /get-assessments': { data: assessments },
    'POST /attempts/ahead': {
      attempt: mock,
      paper: { totalQuestions: 1, subjects: [{ subject, questions: [question], theories: [] }] },
      message: null,
    },
  })
  await open()
  await press('Get a mock')
  await screen.findByRole('heading', { name: 'Your mock for later' })
  await screen.findByText(/^Open it by .+ It works without internet\.$/)
  expect(screen.queryByRole('button', { name: 'Get a mock' })).toBeNull()
  expect(log.find(({ path }) => path === '/attempts/ahead')?.body).toMatchObject({
    examId: 'jamb',
    assessmentId: 'm3',
    subjects: ['s1', 's2'],
  })
  fakeApi({ 'GET /me/exams': exams, 'GET /me/packs': offline })
  await press('Open JAMB UTME, Mock')
  await screen.findByText(/^The timer \(2 h\) starts at once and does not stop/)
  await press('Not now')
  expect(await listFetched('u1')).toHaveLength(1)
  await press('Open JAMB UTME, Mock')
  await press('Open and start')
  await waitFor(async () => expect(await listFetched('u1')).toEqual([]))
  expect(await listTests('u1')).toMatchObject([{ id: 'offline-at9', state: 'running' }])
})

it('leads a student without a plan to one', async () => {
  fakeApi({ 'GET /me/exams': { data: [examChoice(jamb)] } })
  await open()
  const main = within(screen.getByRole('main'))
  await main.findByText('Nothing to download yet')
  expect(main.getByRole('link', { name: 'Choose an exam' })).toHaveAttribute('href', '/practise')
})

it('says in one sentence where the browser cannot', async () => {
  supported = false
  serve()
  await open()
  await screen.findByText(/^This browser cannot store questions/)
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull()
})

it.each([
  [1, '1 KB', 'about ₦0.01'],
  [14_600, '15 KB', 'about ₦0.01'],
  [99_999, '100 KB', 'about ₦0.05'],
  [600_000, '0.6 MB', 'about ₦0.30'],
  [5_240_000, '5.2 MB', 'about ₦2.62'],
  [40_000_000, '40 MB', 'about ₦20'],
])('%i bytes are %s, %s', (bytes, size, cost) => {
  expect([sizeText(bytes), costText(bytes)]).toEqual([size, cost])
})

it('sorts years by subject, and takes only what fits into the day', () => {
  const subjects = rowsOf([maths(2018), biology, maths(2020)], [])
  expect(subjects.map(({ title, rows }) => [title, rows.map(({ year }) => year)])).toEqual([
    ['Biology', [2019]],
    ['Mathematics', [2020, 2018]],
  ])
  const all = toFetch(
    subjects.flatMap(({ rows }) => rows),
    ['missing'],
  )
  expect(fitting(all, null)).toHaveLength(3)
  expect(fitting(all, 80).map(({ year }) => year)).toEqual([2019, 2020])
  expect(fitting(all, 39)).toEqual([])
})
