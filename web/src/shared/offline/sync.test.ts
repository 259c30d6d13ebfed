// Handing in: one result for each test, whatever happens to the device, its clock, its storage, the network
// and the replies on the way.
import 'fake-indexeddb/auto'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NoAnswer } from '@/shared/api/errors'
import { emptyOutbox, putAnswer, toWire, unsentAnswers } from '@/shared/attempt/outbox'
import { type OpenedTest, openTest } from './attempt'
import { disconnect, type OfflineTest } from './database'
import { estimatedNow, forgetClock } from './deviceClock'
import { countUnsent, end, keep, listTests, readKept, readTest, removeTest, retry } from './log'
import { forgetRead } from './results'
import { type SyncDeps, sync } from './sync'
import { mayHaveTests, wireId } from './testIds'
import { startWorker } from './testing/worker'
import { begin, FakeServer, start, stock } from './testing/world'

const account = 'u1'
const signal = new AbortController().signal
let server: FakeServer
let deps: SyncDeps & { refreshed: number }

beforeEach(async () => {
  await disconnect()
  vi.stubGlobal('indexedDB', new IDBFactory())
  forgetClock()
  server = new FakeServer()
  deps = {
    refreshed: 0,
    post: async (tests) => server.take(tests),
    mock: async () => {
      throw new Error('no mock is among them')
    },
    refresh: async () => {
      deps.refreshed += 1
    },
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A test with these answers, ended. */
async function taken(answers: Record<number, string> = { 1: 'a', 2: 'b' }, more = {}) {
  const test = await begin(account, start(more))
  const opened = await openTest(account, test.id)
  await answer(opened, test.id, answers, test.questions)
  await opened.api.submit(test.id, [], false, signal)
  return test.id
}

async function answer(
  { api }: OpenedTest,
  id: string,
  answers: Record<number, string>,
  questions: { id: string }[],
) {
  const { revision } = await api.peek(id)
  const at = new Date(estimatedNow()).toISOString()
  const given = Object.entries(answers).map(([n, option]) => {
    const question = questions[Number(n) - 1]?.id ?? ''
    return { question, answer: `${question}-${option}`, at }
  })
  return api.save(id, { revision, answers: given }, signal, false)
}

describe('a test that is handed in', () => {
  beforeEach(() => stock(account))

  it('is stored once, however often it is sent, and leaves when its result was read', async () => {
    const id = await taken()
    expect(await countUnsent(account)).toBe(1)
    const both = await Promise.all([sync(account, deps), sync(account, deps)])
    expect(both.map(({ left }) => left)).toEqual([0, 0])
    await sync(account, deps)
    expect(server.results.size).toBe(1)
    expect(deps.refreshed).toBeGreaterThan(0)
    const { test, quizId } = server.results.get(wireId(id)) ?? { test: null, quizId: '' }
    expect(test).toMatchObject({
      ...{ examId: 'jamb', assessmentId: 'm1', from: 'bank', year: 2019, minutes: null },
      packs: [{ _id: 's1-2019', revision: 1, grant: 'grant s1 2019' }],
    })
    expect(test?.questions).toHaveLength(10)
    expect(test?.questions.slice(0, 3).map(({ answer, right }) => [answer, right])).toEqual([
      ['s1-2019-1-a', true],
      ['s1-2019-2-b', false],
      [null, false],
    ])
    expect((await readTest(account, id))?.state).toBe('stored')
    expect(await countUnsent(account)).toBe(0)
    await forgetRead(account, 'another')
    expect(await readTest(account, id)).not.toBeNull()
    await forgetRead(account, quizId)
    expect(await readTest(account, id)).toBeNull()
    await sync(account, deps)
    expect(mayHaveTests(account)).toBe(false)
  })

  it('is sent again after a lost reply, and its result is still one', async () => {
    const id = await taken()
    const lost: SyncDeps = {
      ...deps,
      post: async (tests) => {
        server.take(tests)
        throw new NoAnswer('silent')
      },
    }
    const { error, left } = await sync(account, lost)
    expect([error?.offline, left]).toEqual([true, 1])
    expect(mayHaveTests(account)).toBe(true)
    await sync(account, deps)
    expect(server.results.get(wireId(id))?.sent).toBe(2)
    expect(server.results.size).toBe(1)
    expect((await readTest(account, id))?.reply?.quizId).toBe('quiz-1')
  })

  it('goes in batches that the server takes', async () => {
    for (let n = 0; n < 23; n += 1) await taken()
    const sizes: number[] = []
    const post: SyncDeps['post'] = async (tests) => {
      sizes.push(tests.length)
      return server.take(tests)
    }
    expect(await sync(account, { ...deps, post })).toMatchObject({ stored: 23, left: 0 })
    expect(sizes).toEqual([20, 3])
  })

  it('waits while a mock runs, and is sent again', async () => {
    const id = await taken()
    server.inMock.add('s1-2019-1')
    await sync(account, deps)
    expect((await readTest(account, id))?.state).toBe('waiting')
    server.inMock.clear()
    expect(await sync(account, deps)).toMatchObject({ stored: 1, left: 0 })
  })

  it('stays with its message where it is refused, until it is deleted or taken after all', async () => {
    const id = await taken()
    const other = await taken()
    server.refused.add(wireId(id))
    server.refused.add(wireId(other))
    await sync(account, deps)
    const refused = await readTest(account, id)
    expect([refused?.state, refused?.reply?.message]).toEqual(['refused', 'Not yours.'])
    expect(await countUnsent(account)).toBe(2)
    // Not by itself: the student asks for it.
    server.refused.clear()
    await sync(account, deps)
    expect(server.results.size).toBe(0)
    await retry(account, id)
    await sync(account, deps)
    expect([...server.results.keys()]).toEqual([wireId(id)])
    await removeTest(account, other)
    expect(await readTest(account, other)).toBeNull()
  })

  it('keeps no other from arriving where the server cannot take one', async () => {
    const ids = [await taken(), await taken(), await taken()]
    const bad = wireId(ids[1] ?? '')
    const post: SyncDeps['post'] = async (tests) => {
      if (tests.some(({ id }) => id === bad))
        throw new ApiError(422, 'invalid', 'No', { 'tests[0].id': 'That is no test.' })
      return server.take(tests)
    }
    expect(await sync(account, { ...deps, post })).toMatchObject({ stored: 2, left: 1 })
    const refused = await readTest(account, ids[1] ?? '')
    expect([refused?.state, refused?.reply?.message]).toEqual(['refused', 'That is no test.'])
  })

  it('goes a month after the server has it, also where nobody looked at the result', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = await taken()
    await sync(account, deps)
    vi.setSystemTime(Date.now() + 29 * 86_400_000)
    await sync(account, deps)
    expect((await readTest(account, id))?.state).toBe('stored')
    vi.setSystemTime(Date.now() + 2 * 86_400_000)
    await sync(account, deps)
    expect(await readTest(account, id)).toBeNull()
  })

  it('is not touched by a session that ended, or a server that is busy', async () => {
    const id = await taken()
    for (const status of [401, 403, 429, 503]) {
      const post = () => Promise.reject(new ApiError(status, 'no', 'Not now'))
      expect((await sync(account, { ...deps, post })).left).toBe(1)
      expect((await readTest(account, id))?.state).toBe('ended')
    }
  })

  it('tells where the server marks otherwise', async () => {
    const id = await taken()
    server.corrected.set('s1-2019-2', 's1-2019-2-b')
    await sync(account, deps)
    expect((await readTest(account, id))?.reply?.differences).toEqual([
      { question: 's1-2019-2', right: true },
    ])
  })
})

it('ends tests whose time ran out while nobody looked, with what was answered in time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await stock(account)
  const practice = { assessment: { _id: 'm2', title: 'Practice', slug: 'practice' as const } }
  const test = await begin(account, start({ ...practice, minutes: 15 }))
  const empty = await begin(account, start({ ...practice, minutes: 15 }))
  const opened = await openTest(account, test.id)
  await answer(opened, test.id, { 1: 'a' }, test.questions)
  // The window kept another answer, and was killed before it was logged.
  const at = estimatedNow()
  const outbox = putAnswer(emptyOutbox, 's1-2019-2', 'question', 's1-2019-2-a', at)
  const clock = { offset: 0, last: at }
  await keep(account, test.id, { user: account, outbox, place: null, revealed: {}, clock })
  vi.setSystemTime(Date.now() + 20 * 60_000)
  await sync(account, deps)
  const { test: sent } = server.results.get(wireId(test.id)) ?? { test: null }
  expect(sent?.questions.filter((one) => one.answer !== null)).toHaveLength(2)
  expect(sent?.usedSeconds).toBe(15 * 60)
  // Nothing was answered, so there is nothing to hand in.
  expect(await readTest(account, empty.id)).toBeNull()
})

// Everything at once.

interface Device {
  factory: IDBFactory
  storage: Record<string, string>
  tests: Modelled[]
}

interface Modelled {
  id: string
  questions: { id: string }[]
  startedAt: number
  minutes: number | null
  /** What may stand as the answer of a question. */
  answers: Map<string, Set<string | null>>
  /** Whether the student was told that it has ended. */
  isEnded: boolean
}

/** Lets writes fail from the nth on, as on a full device or in a power cut. */
function failing(after: number): () => void {
  const { put } = IDBObjectStore.prototype
  let writes = 0
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: never,
    ...args
  ) {
    writes += 1
    if (writes > after) throw new DOMException('no room', 'QuotaExceededError')
    return put.apply(this, args)
  })
  return () => spy.mockRestore()
}

async function turnTo(device: Device, from: Device | null) {
  if (from) from.storage = { ...localStorage }
  await disconnect()
  vi.stubGlobal('indexedDB', device.factory)
  localStorage.clear()
  for (const [key, value] of Object.entries(device.storage)) localStorage.setItem(key, value)
  forgetClock()
}

const quietly = async <T>(work: () => Promise<T>): Promise<T | null> => {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'AssertionError') throw thrown
    return null
  }
}

const step = fc.record({
  device: fc.nat(1),
  act: fc.constantFrom(
    'start',
    'answer',
    'answer',
    'keep',
    'end',
    'end',
    'sync',
    'sync',
    'background',
    'kill',
    'jump',
  ),
  n: fc.nat(),
  /** Writes until the storage fails; null for a device with room. */
  fails: fc.option(fc.nat(3), { freq: 3 }),
  network: fc.constantFrom('up', 'up', 'down', 'lost', 'doubled', 'half'),
})

const replies = (network: string): SyncDeps => ({
  ...deps,
  post: async (tests) => {
    if (network === 'down') throw new NoAnswer('offline')
    if (network === 'half') {
      server.take(tests.slice(0, Math.ceil(tests.length / 2)))
      throw new NoAnswer('silent')
    }
    const answered = server.take(tests)
    if (network === 'lost') throw new NoAnswer('silent')
    if (network === 'doubled') server.take(tests)
    return answered
  },
})

/** The service worker with such a network, in a browser without locks: a page may send at the same time. */
const workerWith = (network: string) =>
  startWorker({
    fetch: async (path, init) => {
      if (network === 'down') throw new TypeError('Failed to fetch')
      if (path === '/api/v1/me') return Response.json({ success: true, user: { _id: account } })
      const { tests } = JSON.parse(String(init.body)) as { tests: OfflineTest[] }
      return Response.json({ success: true, data: await replies(network).post(tests) })
    },
    lock: null,
    tell: () => undefined,
  })

it('loses no result and doubles none in a hundred cycles of everything that can go wrong', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      server = new FakeServer()
      vi.setSystemTime(new Date('2026-11-28T06:00:00Z'))
      const devices: Device[] = []
      let now: Device | null = null
      for (let n = 0; n < 2; n += 1) {
        const device = { factory: new IDBFactory(), storage: {}, tests: [] }
        await turnTo(device, now)
        now = device
        devices.push(device)
        await stock(account)
      }
      for (const { device: which, act, n, fails, network } of steps) {
        const device = devices[which] as Device
        if (device !== now) await turnTo(device, now)
        now = device
        const mend = fails === null ? () => undefined : failing(fails)
        await quietly(() => perform(device, act, n, network))
        mend()
      }
      // In the end there is room and a network.
      for (const device of devices) {
        await turnTo(device, now)
        now = device
        for (const { id } of await listTests(account)) await end(account, id, estimatedNow())
        expect((await sync(account, deps)).left).toBe(0)
      }
      const all = devices.flatMap(({ tests }) => tests)
      for (const test of all) {
        const result = server.results.get(wireId(test.id))
        const mayBeEmpty = [...test.answers.values()].every((values) => values.has(null))
        if (!result) {
          // Only a test without an answer has no result.
          expect(mayBeEmpty).toBe(true)
          continue
        }
        for (const { question, answer: given } of result.test.questions)
          expect([...(test.answers.get(question) ?? [null])]).toContain(given)
      }
      // Tests whose start failed half way are not there at all.
      const known = new Set(all.map(({ id }) => wireId(id)))
      expect([...server.results.keys()].filter((id) => !known.has(id))).toEqual([])
      expect(new Set([...server.results.values()].map(({ quizId }) => quizId)).size).toBe(
        server.results.size,
      )
    }),
    { numRuns: 100 },
  )
}, 600_000)

async function perform(device: Device, act: string, n: number, network: string) {
  const open = device.tests.filter(({ isEnded }) => !isEnded)
  const test = open[n % Math.max(1, open.length)]
  if (act === 'start') {
    const mode =
      n % 2 === 0
        ? {}
        : { assessment: { _id: 'm2', title: 'P', slug: 'practice' as const }, minutes: 15 }
    const begun = await begin(account, start({ ...mode, limit: 4 }))
    device.tests.push({ ...begun, answers: new Map(), isEnded: false })
  } else if (act === 'jump') {
    const jumps = [-3 * 86_400_000, -3_600_000, 600_000, 3_600_000, 40 * 86_400_000]
    vi.setSystemTime(Date.now() + (jumps[n % jumps.length] ?? 0))
  } else if (act === 'kill') {
    await disconnect()
    forgetClock()
  } else if (act === 'sync') {
    await Promise.all([sync(account, replies(network)), sync(account, replies(network))])
  } else if (act === 'background') {
    const fire = workerWith(network)
    // A page opens meanwhile, or none does.
    await Promise.allSettled([fire(), n % 2 === 0 ? sync(account, replies('up')) : null])
  } else if (test && act !== 'end') {
    const { api, kept: before } = await openTest(account, test.id)
    // Its window ends it by force where the time is up.
    const deadline = test.minutes === null ? null : test.startedAt + test.minutes * 60_000
    if (deadline !== null && estimatedNow() >= deadline) {
      await api.submit(test.id, [], true, signal)
      return
    }
    const question = test.questions[n % test.questions.length]?.id ?? ''
    const value = `${question}-${'abcd'[Math.floor(n / 7) % 4]}`
    // Until it is certain, either may stand.
    test.answers.set(question, new Set([...(test.answers.get(question) ?? [null]), value]))
    const kept = before ?? {
      ...{ user: account, outbox: emptyOutbox, place: null, revealed: {} },
      clock: { offset: 0, last: 0 },
    }
    const outbox = putAnswer(kept.outbox, question, 'question', value, estimatedNow())
    const at = outbox.answers[question]?.at ?? 0
    const { state } = (await readTest(account, test.id)) ?? {}
    // As a window does: before anything is sent.
    await keep(account, test.id, { ...kept, outbox, clock: { offset: 0, last: at } })
    if (act === 'answer') {
      const { revision } = await api.peek(test.id)
      const answers = unsentAnswers(outbox).map(toWire)
      const saved = await api.save(test.id, { revision, answers }, signal, false)
      expect(saved.ignored).not.toContain(question)
    }
    // It is on the disk: from now on it stands, whatever comes.
    if (state === 'running') test.answers.set(question, new Set([value]))
  } else if (test) {
    const { api } = await openTest(account, test.id)
    const kept = await readKept(account, test.id)
    const waiting = kept ? unsentAnswers(kept.outbox).map(toWire) : []
    await api.submit(test.id, waiting, false, signal)
    test.isEnded = true
  }
}
