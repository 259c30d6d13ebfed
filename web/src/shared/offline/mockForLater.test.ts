// A mock that is fetched ahead: sealed until it is opened, once, and handed in through its attempt.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, NoAnswer, toApiError } from '@/shared/api/errors'
import type { Attempt, Paper } from '@/shared/api/types'
import { attempt } from '@/testing/data'
import { fakeApi } from '@/testing/fakeApi'
import { openTest } from './attempt'
import { all, disconnect, transact } from './database'
import { estimatedNow, forgetClock } from './deviceClock'
import { followFetched, listFetched, readFetched } from './fetched'
import { handInMock, type MockCalls } from './handInMock'
import { listTests, readTest, toWire } from './log'
import { downloadMock, endMock, giveBackMock, openMock } from './mockForLater'
import { findResult } from './results'
import { followMocks, lockSubjects } from './shelf'
import { readKnown } from './start'
import { type SyncDeps, sync } from './sync'
import { deviceId } from './testIds'
import { maths, stock } from './testing/world'

const account = 'u1'
const HOUR = 3_600_000
const signal = new AbortController().signal
const id = deviceId('at9')
const body = { examId: 'jamb', assessmentId: 'm3', subjects: ['s1'] }

/** A fetched mock of two questions; an hour from its opening, which may be in a day. */
function mock(more: Partial<Attempt> = {}): Attempt {
  const now = Date.now()
  const iso = (at: number) => new Date(at).toISOString()
  return attempt({
    _id: 'at9',
    exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
    assessment: { _id: 'm3', title: 'Mock', slug: 'mock' },
    year: null,
    startedAt: iso(now),
    serverNow: iso(now),
    timeDuration: 60,
    subjects: [maths],
    ahead: { openUntil: iso(now + 24 * HOUR), openedAt: null, takenUntil: iso(now + 49 * HOUR) },
    ...more,
  })
}

const paper: Paper = {
  totalQuestions: 2,
  subjects: [
    {
      subject: maths,
      theories: [],
      questions: ['m1', 'm2'].map((one) => ({
        _id: one,
        title: one,
        passage: null,
        group: null,
        logo: null,
        question: `<p>Stem of ${one}</p>`,
        options: ['a', 'b'].map((name) => ({ _id: `${one}-${name}`, option: name })),
      })),
    },
  ],
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  await disconnect()
  vi.stubGlobal('indexedDB', new IDBFactory())
  forgetClock()
  fakeApi({ 'POST /attempts/ahead': { attempt: mock(), paper, message: null } })
})
afterEach(() => void vi.useRealTimers())

const later = (ms: number) => void vi.setSystemTime(Date.now() + ms)
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (thrown) => toApiError(thrown).reason,
  )

/** Fetched, opened, and answered with these options. */
async function taken(answers: Record<string, string> = { m1: 'a' }) {
  await downloadMock(account, body, signal)
  later(HOUR)
  const test = await openMock(account, 'at9')
  later(60_000)
  const { api } = await openTest(account, id)
  const given = Object.entries(answers).map(([question, option]) => ({
    question,
    answer: `${question}-${option}`,
    at: new Date(Date.now()).toISOString(),
  }))
  await api.save(id, { revision: 0, answers: given, review: ['m1'] }, signal, false)
  later(60_000)
  await api.submit(id, [], false, signal)
  return test
}

/** An attempt on the server: what it was told, in order. */
class FakeAttempt implements MockCalls {
  log: unknown[] = []
  revision = 0
  isClosed: 'submitted' | 'cancelled' | null = null
  saved: { question?: string | null; answer?: string | null; at?: string | null }[] = []
  /** Failures that are thrown by the next calls, in order; null for none. */
  failures: (ApiError | NoAnswer | null)[] = []

  private told(what: unknown) {
    this.log.push(what)
    const failure = this.failures.shift()
    if (failure) throw failure
    if (this.isClosed) {
      const quizId = this.isClosed === 'submitted' ? 'at9' : null
      throw new ApiError(409, 'attempt-closed', 'Closed.', {}, { state: this.isClosed, quizId })
    }
  }

  open = async (_: string, openedAt: string) => {
    this.told({ openedAt })
    return this.revision
  }

  save: MockCalls['save'] = async (_, body) => {
    this.told(body)
    this.saved = body.answers
    this.revision += 1
  }

  submit = async (_: string, endedAt: string) => {
    this.told({ endedAt })
    this.isClosed = this.saved.length > 0 ? 'submitted' : 'cancelled'
    return this.isClosed === 'submitted' ? 'at9' : null
  }
}

const depsOf = (server: FakeAttempt): SyncDeps => ({
  post: async () => {
    throw new Error('a mock goes through its attempt')
  },
  mock: (test) => handInMock(test, server),
  refresh: async () => undefined,
})

it('is sealed until it is opened', async () => {
  await downloadMock(account, body, signal)
  const fetched = await readFetched(account, 'at9')
  expect(new TextDecoder('latin1').decode(fetched?.paper)).not.toContain('Stem')
  expect(JSON.stringify(fetched?.attempt)).not.toContain('Stem')
  expect((await listFetched(account)).map(({ _id }) => _id)).toEqual(['at9'])
  expect(await listFetched('u2')).toEqual([])
  expect(await listTests(account)).toEqual([])
  // The server gives the same again.
  await downloadMock(account, body, signal)
  expect(await listFetched(account)).toHaveLength(1)
})

it('is opened once: its time runs from then, and the packs of its subjects are shut', async () => {
  await downloadMock(account, body, signal)
  later(3 * HOUR)
  const test = await openMock(account, 'at9')
  expect(test.startedAt).toBe(Math.round(Date.now()))
  const opened = await openTest(account, id)
  expect(opened.paper).toEqual(paper)
  expect(opened.attempt).toMatchObject({ state: 'running', assessment: { slug: 'mock' } })
  expect(Date.parse(opened.attempt.deadline ?? '')).toBe(test.startedAt + HOUR)
  expect(await all('locks', account)).toMatchObject([[[account, 'at9'], { subjects: ['s1'] }]])
  expect(await listFetched(account)).toEqual([])
  expect(await reasonOf(openMock(account, 'at9'))).toBe('not-here')
  // Fetched once more, it is not opened once more.
  expect(await reasonOf(downloadMock(account, body, signal))).toBe('opened')
})

it('cannot be opened after its time', async () => {
  await downloadMock(account, body, signal)
  later(24 * HOUR + 1)
  expect(await reasonOf(openMock(account, 'at9'))).toBe('expired')
  expect(await listFetched(account)).toEqual([])
})

it('takes no answer after its time, by the clock of this device', async () => {
  await downloadMock(account, body, signal)
  await openMock(account, 'at9')
  const { api } = await openTest(account, id)
  const save = (revision: number, answer: string) => {
    const at = new Date(estimatedNow()).toISOString()
    return api.save(id, { revision, answers: [{ question: 'm1', answer, at }] }, signal, false)
  }
  await save(0, 'm1-a')
  later(HOUR + 1_000)
  forgetClock()
  expect(await reasonOf(save(1, 'm1-b'))).toBe('time-up')
  const server = new FakeAttempt()
  later(60_000)
  await sync(account, depsOf(server))
  expect(server.saved).toMatchObject([{ question: 'm1', answer: 'm1-a' }])
})

it('is handed in through its attempt, with the times of this device', async () => {
  const { startedAt } = await taken()
  const [ended] = await listTests(account)
  expect(ended && toWire(ended)).toBeNull()
  expect(await reasonOf(findResult(account, id))).toBe('mock')
  const server = new FakeAttempt()
  later(5 * HOUR)
  expect(await sync(account, depsOf(server))).toMatchObject({ stored: 1, left: 0, error: null })
  const iso = (at: number) => new Date(at).toISOString()
  expect(server.log).toEqual([
    { openedAt: iso(startedAt) },
    {
      revision: 0,
      answers: [{ question: 'm1', answer: 'm1-a', at: iso(startedAt + 60_000) }],
      review: ['m1'],
    },
    { endedAt: iso(startedAt + 120_000) },
  ])
  expect(await readTest(account, id)).toMatchObject({ state: 'stored', reply: { quizId: 'at9' } })
  expect(await all('locks', account)).toEqual([])
})

it('has one result after lost replies, and follows another device that saved', async () => {
  await taken()
  const lost = new NoAnswer('silent')
  const server = new FakeAttempt()
  for (const failures of [[lost], [null, lost], [null, null, lost]]) {
    server.failures = failures
    expect(await sync(account, depsOf(server))).toMatchObject({ stored: 0, left: 1 })
    expect((await all('locks', account)).length).toBe(1)
  }
  server.failures = [null, new ApiError(409, 'stale-revision', '')]
  expect(await sync(account, depsOf(server))).toMatchObject({ stored: 1, left: 0 })
  // The reply to the last submission was lost.
  const again = new FakeAttempt()
  again.isClosed = 'submitted'
  const test = await readTest(account, id)
  expect(test && (await handInMock(test, again))).toMatchObject({ state: 'stored', quizId: 'at9' })
})

it('says so where its answers come too late, and keeps nothing of one without answers', async () => {
  await taken()
  const server = new FakeAttempt()
  server.isClosed = 'cancelled'
  await sync(account, depsOf(server))
  expect(await readTest(account, id)).toMatchObject({
    state: 'refused',
    reply: { message: 'Your answers arrived too late, or you had already returned this mock.' },
  })
  await transact(['tests'], 'readwrite', (reach) => void reach('tests').clear())
  await taken({})
  const empty = new FakeAttempt()
  expect(await sync(account, depsOf(empty))).toMatchObject({ stored: 0, left: 0 })
  expect(empty.isClosed).toBe('cancelled')
  expect(await listTests(account)).toEqual([])
})

it('is no mistake and no repetition of practice without internet', async () => {
  await stock(account)
  await taken({ m1: 'b' })
  expect((await readKnown(account, 'jamb', null)).tests).toEqual([])
})

it('is forgotten where it has ended, or was opened elsewhere, and locks nothing unopened', async () => {
  await downloadMock(account, body, signal)
  const asked = Date.now() + 1
  await followFetched(account, [mock()], asked)
  await followMocks(account, [mock()], asked)
  expect(await listFetched(account)).toHaveLength(1)
  expect(await all('locks', account)).toEqual([])
  // An answer from before the fetch says nothing of it.
  await followFetched(account, [], asked - 1_000)
  expect(await listFetched(account)).toHaveLength(1)
  const ahead = mock().ahead
  await followFetched(
    account,
    [mock({ ahead: ahead && { ...ahead, openedAt: ahead.openUntil } })],
    asked,
  )
  expect(await listFetched(account)).toEqual([])
  // Opened here, of which the server has not heard: the lock stays.
  await lockSubjects(account, 'at9', ['s1'])
  later(1_000)
  await followMocks(account, [mock()], Date.now())
  expect(await all('locks', account)).toHaveLength(1)
})

it('is given back, also where it has ended meanwhile', async () => {
  await downloadMock(account, body, signal)
  const log = fakeApi({ 'POST /submit-result': { quizId: null, cancelled: true, message: '' } })
  await giveBackMock(account, 'at9')
  expect(log.map((one) => one.body)).toEqual([{ attemptId: 'at9', answered: [] }])
  expect(await listFetched(account)).toEqual([])
})

it('is not given back once it was opened here, nor opened while it is given back', async () => {
  await downloadMock(account, body, signal)
  const log = fakeApi({
    'POST /submit-result': async () => {
      expect(await reasonOf(openMock(account, 'at9'))).toBe('not-here')
      return new NoAnswer('silent')
    },
  })
  expect(await reasonOf(giveBackMock(account, 'at9'))).toBe('silent')
  // The server did not hear of it, so it is here again.
  expect(await listFetched(account)).toHaveLength(1)
  await openMock(account, 'at9')
  expect(await reasonOf(giveBackMock(account, 'at9'))).toBe('opened')
  expect(log).toHaveLength(1)
})

it('is handed in where the student ends it elsewhere on this device', async () => {
  await downloadMock(account, body, signal)
  await openMock(account, 'at9')
  const { api } = await openTest(account, id)
  const at = new Date(Date.now()).toISOString()
  const answers = [{ question: 'm1', answer: 'm1-a', at }]
  await api.save(id, { revision: 0, answers }, signal, false)
  const log = fakeApi({
    'POST /attempts/at9/open': { data: { revision: 4 } },
    'PUT /attempts/at9/answers': { revision: 5 },
    'POST /submit-result': { quizId: 'at9', cancelled: false, message: '' },
  })
  expect(await endMock(account, 'at9')).toEqual({ quizId: 'at9' })
  expect(log.map(({ path }) => path)).toEqual([
    '/attempts/at9/open',
    '/attempts/at9/answers',
    '/submit-result',
  ])
  expect(log[1]?.body).toMatchObject({ revision: 4, answers: [{ question: 'm1', answer: 'm1-a' }] })
  // Of another attempt this device knows nothing.
  expect(await endMock(account, 'at8')).toBeNull()
})

it('moves its times back together where the clock was ahead when it was opened', async () => {
  await downloadMock(account, body, signal)
  const fetchedAt = Date.now()
  later(3 * HOUR)
  const test = await openMock(account, 'at9')
  later(60_000)
  const { api } = await openTest(account, id)
  const at = new Date(Date.now()).toISOString()
  await api.save(
    id,
    { revision: 0, answers: [{ question: 'm1', answer: 'm1-a', at }] },
    signal,
    false,
  )
  later(60_000)
  await api.submit(id, [], false, signal)
  const ended = await readTest(account, id)
  // In truth an hour has passed, and the device now knows it.
  vi.setSystemTime(fetchedAt + HOUR)
  forgetClock()
  localStorage.clear()
  const server = new FakeAttempt()
  expect(ended && (await handInMock(ended, server))).toMatchObject({ state: 'stored' })
  const iso = (time: number) => new Date(time).toISOString()
  const end = fetchedAt + HOUR
  expect(test.startedAt).toBe(fetchedAt + 3 * HOUR)
  expect(server.log).toEqual([
    { openedAt: iso(end - 120_000) },
    expect.objectContaining({
      answers: [{ question: 'm1', answer: 'm1-a', at: iso(end - 60_000) }],
    }),
    { endedAt: iso(end) },
  ])
})

it('is not opened by a clock that was set back, by which its answers would be too old', async () => {
  await downloadMock(account, body, signal)
  later(-2 * HOUR)
  expect(await reasonOf(openMock(account, 'at9'))).toBe('clock')
  later(5 * HOUR)
  expect((await openMock(account, 'at9')).startedAt).toBe(Date.now())
})
