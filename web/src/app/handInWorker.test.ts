// Background Sync in the service worker of every page: tests that were taken without internet reach the
// server while no page is open, and the next page says so.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTest } from '@/shared/offline/attempt'
import { change, disconnect, type OfflineTest } from '@/shared/offline/database'
import { forgetClock } from '@/shared/offline/deviceClock'
import { type DeviceTest, headKey, listTests, readTest, toWire } from '@/shared/offline/log'
import { sendTests } from '@/shared/offline/sendTests'
import { type SyncDeps, sync } from '@/shared/offline/sync'
import { noteTests, wireId } from '@/shared/offline/testIds'
import { startWorker } from '@/shared/offline/testing/worker'
import { begin, FakeServer, start, stock } from '@/shared/offline/testing/world'
import { useSession } from '@/shared/session/useSession'
import { student } from '@/testing/data'
import { fakeApi, offline } from '@/testing/fakeApi'

const account = 'u1'
/** The server's time, in milliseconds; its header has whole seconds. */
const at = Math.floor(Date.now() / 1000) * 1000
let server: FakeServer
/** Who is logged in, as the server sees it. */
let user: string | null
let isConnected: boolean
/** The sizes of the calls that handed in tests. */
let calls: number[]
/** Tests that no call may have. */
let unreadable: Set<string>
let lockNames: string[]
let messages: unknown[]
/** The browser has a network again. Rejects where it is to try again. */
let dispatchSync: (tag?: string) => Promise<void>

beforeEach(async () => {
  await disconnect()
  vi.stubGlobal('indexedDB', new IDBFactory())
  forgetClock()
  server = new FakeServer()
  user = account
  isConnected = true
  calls = []
  unreadable = new Set()
  lockNames = []
  messages = []
  dispatchSync = startWorker({
    fetch: respond,
    lock: (name, work) => {
      lockNames.push(name)
      return work()
    },
    tell: (message) => messages.push(message),
  })
})
afterEach(() => void vi.restoreAllMocks())

const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { Date: new Date(at).toUTCString() } })

async function respond(path: string, init: RequestInit): Promise<Response> {
  if (!isConnected) throw new TypeError('Failed to fetch')
  if (user === null) return json(401, { success: false, errMessage: 'Log in' })
  if (path === '/api/v1/me') return json(200, { success: true, user: { _id: user } })
  expect([path, init.method]).toEqual(['/api/v1/me/offline', 'POST'])
  expect(init.headers).toMatchObject({ 'Content-Type': 'application/json' })
  const { tests } = JSON.parse(String(init.body)) as { tests: OfflineTest[] }
  calls.push(tests.length)
  if (tests.some(({ id }) => unreadable.has(id))) return json(400, { success: false })
  return json(200, { success: true, data: server.take(tests) })
}

/** A test that was ended without a network. */
async function taken(of = account) {
  const { id, questions } = await begin(of, start())
  const { api } = await openTest(of, id)
  const question = questions[0]?.id ?? ''
  const answers = [{ question, answer: `${question}-a`, at: new Date().toISOString() }]
  await api.submit(id, answers, false, new AbortController().signal)
  return id
}

/** What a page does at its start. */
async function openPage() {
  const deps = {
    post: vi.fn<SyncDeps['post']>(),
    mock: vi.fn<SyncDeps['mock']>(),
    refresh: vi.fn(async () => undefined),
  }
  return { ...(await sync(account, deps)), ...deps }
}

it('hands in what waits, as a page does, and the next page says so once', async () => {
  await stock(account)
  const id = await taken()
  const test = await readTest(account, id)
  await dispatchSync()
  expect(lockNames).toEqual([`sabi.offline.${account}`])
  expect(server.results.get(wireId(id))?.test).toEqual(test && toWire(test))
  expect(messages).toEqual(['handed-in'])
  expect(await readTest(account, id)).toMatchObject({
    ...{ state: 'stored', storedAt: at },
    reply: { quizId: 'quiz-1', correct: 1 },
  })
  // Nothing is left to send.
  await dispatchSync()
  expect(calls).toEqual([1])
  expect(messages).toHaveLength(1)

  const first = await openPage()
  expect(first).toMatchObject({ stored: 1, left: 0, error: null })
  expect(first.post).not.toHaveBeenCalled()
  expect(first.refresh).toHaveBeenCalledOnce()
  expect(await openPage()).toMatchObject({ stored: 0, left: 0 })
  expect((await readTest(account, id))?.state).toBe('stored')
})

it('is tried again without a network, and leaves the tests as they are', async () => {
  await stock(account)
  const id = await taken()
  isConnected = false
  await expect(dispatchSync()).rejects.toThrow('Failed to fetch')
  expect((await readTest(account, id))?.state).toBe('ended')
  isConnected = true
  await dispatchSync('another')
  expect(calls).toEqual([])
})

it('sends nothing of somebody who is not logged in', async () => {
  await stock(account)
  const id = await taken()
  user = null
  await dispatchSync()
  user = 'u2'
  await dispatchSync()
  expect(calls).toEqual([])
  expect((await readTest(account, id))?.state).toBe('ended')
})

it('creates no database where the device has none', async () => {
  await dispatchSync()
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([])
  expect(lockNames).toEqual([])
})

it('sends in batches, and an unreadable test keeps no other from arriving', async () => {
  await stock(account)
  const ids: string[] = []
  for (let n = 0; n < 21; n += 1) ids.push(await taken())
  const [bad = ''] = ids
  unreadable.add(wireId(bad))
  await dispatchSync()
  expect(Math.max(...calls)).toBeLessThanOrEqual(20)
  expect(server.results.size).toBe(20)
  // A page shows why.
  expect((await readTest(account, bad))?.state).toBe('ended')
})

it('records tests that wait for a mock or are refused, and keeps those that run', async () => {
  await stock(account)
  const [waiting, refused] = [await taken(), await taken()]
  server.refused.add(wireId(refused))
  server.inMock.add('s1-2019-1')
  const running = await begin(account, start())
  await dispatchSync()
  const states = new Map((await listTests(account)).map(({ id, state }) => [id, state]))
  expect([waiting, refused, running.id].map((id) => states.get(id))).toEqual([
    'waiting',
    'refused',
    'running',
  ])
  expect((await readTest(account, refused))?.reply?.message).toBe('Not yours.')
})

it('leaves a mock to a page, which hands it in through its attempt', async () => {
  await stock(account)
  const id = await taken()
  await change('tests', headKey(account, id), (test) => ({
    ...(test as DeviceTest),
    assessment: { _id: 'm3', title: 'Mock', slug: 'mock' },
  }))
  await dispatchSync()
  expect(calls).toEqual([])
  expect((await readTest(account, id))?.state).toBe('ended')
})

it('is asked for where a page could not send, and where the server cannot be reached', async () => {
  const register = vi.fn(async () => undefined)
  const getRegistration = vi.fn(async () => ({ sync: { register } }))
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: { getRegistration } })
  useSession.setState({ session: { is: 'in', user: student, isAssumed: false } })
  await sendTests()
  expect(register).not.toHaveBeenCalled()

  noteTests(student._id, true)
  await stock(student._id)
  fakeApi({ 'POST /me/offline': offline() })
  await taken(student._id)
  await vi.waitFor(() => expect(register).toHaveBeenCalledWith('hand-in'))
  expect(getRegistration).toHaveBeenCalledWith('/')

  register.mockClear()
  useSession.setState({ session: { is: 'in', user: student, isAssumed: true } })
  await sendTests()
  expect(register).toHaveBeenCalledOnce()

  // A browser without it goes on as before.
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({}) } })
  await sendTests()
  vi.stubGlobal('navigator', {})
  await sendTests()
})
