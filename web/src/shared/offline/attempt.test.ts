// A test of this device in the running test of every window: what was answered is on the disk, a reload goes
// on, and the end has a result.
import 'fake-indexeddb/auto'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTest, type Test } from '@/shared/attempt/run'
import { saveStatus } from '@/shared/attempt/state'
import { openStarted, openTest } from './attempt'
import { readContents } from './contents'
import { clear, disconnect } from './database'
import { forgetClock } from './deviceClock'
import { countUnsent, listTests, readKept, readTest } from './log'
import { readOverview } from './overview'
import { findCorrections, findResult } from './results'
import { dropKey } from './sealing'
import { lockSubjects, unlock } from './shelf'
import { makeReady, readKnown, startTest } from './start'
import { begin, maths, packOf, packs, physics, question, start, stock } from './testing/world'

const account = 'u1'
const practice = { assessment: { _id: 'm2', title: 'Practice', slug: 'practice' as const } }

beforeEach(async () => {
  await disconnect()
  vi.stubGlobal('indexedDB', new IDBFactory())
  forgetClock()
  await stock(account)
})
let stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  vi.restoreAllMocks()
})

/** The window of a test, open. */
async function open(id: string): Promise<Test> {
  const opened = await openTest(account, id)
  const first = opened.paper.subjects[0]?.questions[0]?._id ?? null
  const test = createTest({
    ...opened,
    place: (candidates) => candidates.find((one) => one !== null) ?? first,
  })
  stops.push(test.start())
  return test
}
const status = (test: Test) => saveStatus(test.store.getState()).is
const saved = (test: Test) => vi.waitFor(() => expect(status(test)).toBe('saved'), 9_000)
/** The page is gone without a word. */
function kill() {
  for (const stop of stops) stop()
  stops = []
  forgetClock()
}

it('keeps every answer, and goes on after a reload', async () => {
  const { id } = await begin(account, start())
  const test = await open(id)
  test.answer('s1-2019-1', 'question', 's1-2019-1-a')
  test.review('s1-2019-2', true)
  await saved(test)
  // The next one is not logged yet when the app is killed.
  test.answer('s1-2019-3', 'question', 's1-2019-3-b')
  await vi.waitFor(async () =>
    expect((await readKept(account, id))?.outbox.answers['s1-2019-3']).toBeDefined(),
  )
  kill()
  const again = await open(id)
  const { answers, review } = again.store.getState().outbox
  expect(answers['s1-2019-1']?.value).toBe('s1-2019-1-a')
  expect(answers['s1-2019-3']?.value).toBe('s1-2019-3-b')
  expect(review['s1-2019-2']?.value).toBe(true)
  await saved(again)
  again.submit()
  await vi.waitFor(() => expect(again.store.getState().ended?.quizId).toBe(id))
  expect(again.store.getState().ended?.lost).toEqual([])
  const { quiz } = await findResult(account, id)
  expect(quiz).toMatchObject({ questionCount: 10, correctCount: 1, wrongCount: 1, unseenCount: 8 })
})

it('marks a choice of study at once, for good', async () => {
  const { id } = await begin(account, start())
  const test = await open(id)
  test.answer('s1-2019-1', 'question', 's1-2019-1-b', true)
  await vi.waitFor(() =>
    expect(test.store.getState().revealed['s1-2019-1']).toEqual({
      ...{ question: 's1-2019-1', correctAns: 's1-2019-1-a' },
      description: '<p>Why s1-2019-1 is a.</p>',
    }),
  )
  kill()
  const again = await open(id)
  expect(again.store.getState().revealed['s1-2019-1']?.correctAns).toBe('s1-2019-1-a')
  again.answer('s1-2019-1', 'question', 's1-2019-1-a')
  expect(again.store.getState().outbox.answers['s1-2019-1']?.value).toBe('s1-2019-1-b')
})

it('shows an answer when asked, which settles it in practice', async () => {
  const { id } = await begin(account, start({ ...practice, minutes: 15 }))
  const test = await open(id)
  expect(test.left()).toBeGreaterThan(14 * 60_000)
  test.answer('s1-2019-1', 'question', 's1-2019-1-b')
  await test.reveal('s1-2019-1', 'question')
  test.answer('s1-2019-1', 'question', 's1-2019-1-a')
  test.submit()
  await vi.waitFor(() => expect(test.store.getState().ended?.quizId).toBe(id))
  expect((await findResult(account, id)).quiz).toMatchObject({ wrongCount: 1, correctCount: 0 })
})

it('has no result without an answer, and leaves nothing behind', async () => {
  const { id } = await begin(account, start())
  const test = await open(id)
  test.submit()
  await vi.waitFor(() => expect(test.store.getState().ended?.how).toBe('cancelled'))
  expect(await listTests(account)).toEqual([])
})

it('lets two tabs answer, and the later answer stands', async () => {
  const { id } = await begin(account, start())
  const [one, two] = [await open(id), await open(id)]
  one.answer('s1-2019-1', 'question', 's1-2019-1-a')
  await saved(one)
  two.answer('s1-2019-2', 'question', 's1-2019-2-a')
  await saved(two)
  two.submit()
  await vi.waitFor(() => expect(two.store.getState().ended?.quizId).toBe(id))
  expect((await findResult(account, id)).quiz.correctCount).toBe(2)
  // The other tab learns of the end.
  one.answer('s1-2019-3', 'question', 's1-2019-3-a')
  await vi.waitFor(() => expect(one.store.getState().ended?.quizId).toBe(id), 9_000)
})

it('says that the device is full, and goes on once there is room', async () => {
  const { id } = await begin(account, start())
  const test = await open(id)
  await vi.waitFor(() => expect(test.store.getState().keeping).toBe('disk'))
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  test.answer('s1-2019-1', 'question', 's1-2019-1-a')
  await vi.waitFor(() => expect(status(test)).toBe('memory'), 9_000)
  full.mockRestore()
  window.dispatchEvent(new Event('online'))
  await saved(test)
  // Before a start nothing is stored half.
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await expect(begin(account, start())).rejects.toMatchObject({ reason: 'device-full' })
  vi.restoreAllMocks()
  expect(await listTests(account)).toHaveLength(1)
})

it('shows no question and no key to who reads the database', async () => {
  const { id } = await begin(account, start())
  const test = await open(id)
  test.answer('s1-2019-1', 'question', 's1-2019-1-b', true)
  await vi.waitFor(() => expect(test.store.getState().revealed['s1-2019-1']).toBeDefined())
  await saved(test)
  const rows = JSON.stringify([await readTest(account, id), await readKept(account, id)])
  expect(rows).not.toContain('Stem of')
  expect(rows).not.toContain('Why ')
  expect(rows).not.toContain('correct')
})

it('is handed in although the plan has ended meanwhile', async () => {
  const { id } = await begin(account, start())
  const test = await open(id)
  test.answer('s1-2019-1', 'question', 's1-2019-1-a')
  await saved(test)
  kill()
  await dropKey(account)
  await expect(openTest(account, id)).rejects.toMatchObject({ reason: 'sealed' })
  const ended = await readTest(account, id)
  expect(ended?.state).toBe('ended')
  expect(ended?.ended?.answers[0]).toMatchObject({ answer: 's1-2019-1-a', right: true })
  expect(await countUnsent(account)).toBe(1)
  expect((await findResult(account, id)).quiz.correctCount).toBe(1)
  await expect(findCorrections(account, id, {})).rejects.toMatchObject({ reason: 'sealed' })
})

it('is shut while a mock of its subject runs', async () => {
  const { id } = await begin(account, start())
  await lockSubjects(account, 'mock1', [maths._id])
  await expect(openTest(account, id)).rejects.toMatchObject({ reason: 'in-running-mock' })
  await expect(begin(account, start())).rejects.toMatchObject({ reason: 'no-questions' })
  const other = await begin(account, start({ subjects: [physics] }))
  expect(other.subjects).toEqual([physics])
  await unlock(account, 'mock1')
  await openTest(account, id)
})

it('draws mistakes and what is due from the packs that have them, and opens no other', async () => {
  await clear(['lists'], account)
  const due = ['s2-2018-3', 's1-2019-1']
  await stock(account, packs, { due, mistakes: ['s1-2018-4', 's1-2019-2'] })
  await readContents(account)
  const opens = vi.spyOn(crypto.subtle, 'decrypt')
  const today = await begin(account, start({ from: 'today', subjects: [], year: null }))
  expect(today.questions.map((one) => one.id)).toEqual(['s1-2019-1', 's2-2018-3'])
  const missed = await begin(account, start({ from: 'mistakes', year: null, subjects: [maths] }))
  expect(missed.questions.map((one) => one.id)).toEqual(['s1-2019-2', 's1-2018-4'])
  expect(missed.packs.map(({ _id }) => _id).sort()).toEqual(['s1-2018', 's1-2019'])
  // Opened once before, while their contents were listed.
  expect(opens).not.toHaveBeenCalled()
  const [here] = await readOverview(account)
  expect([here?.due, here?.mistakes]).toEqual([due, ['s1-2018-4', 's1-2019-2']])
})

it('has corrections with explanations, by subject, outcome and page, the weakest topics first', async () => {
  const weak = { _id: 't2', title: 'Geometry' }
  const mixed = [1, 2, 3, 4].map((n) => question(`m${n}`, n > 2 ? { topic: weak } : {}))
  await stock(account, [packOf(maths, 2020, mixed)])
  const { id } = await begin(account, start({ year: 2020 }))
  const test = await open(id)
  test.answer('m1', 'question', 'm1-a')
  test.answer('m2', 'question', 'm2-b')
  test.answer('m3', 'question', 'm3-c')
  await saved(test)
  test.submit()
  await vi.waitFor(() => expect(test.store.getState().ended).not.toBeNull())
  const { subjectResults, quiz } = await findResult(account, id)
  expect(quiz.accuracy).toBe(25)
  expect(subjectResults[0]?.topics.map((one) => [one.topic.title, one.rightAnswer])).toEqual([
    ['Algebra', 1],
    ['Geometry', 0],
  ])
  const ids = async (ask: Parameters<typeof findCorrections>[2]) => {
    const found = await findCorrections(account, id, ask)
    return [found.total, found.subjectResults[0]?.results.map((one) => one._id)]
  }
  expect(await ids({ outcome: 'incorrect' })).toEqual([2, ['m2', 'm3']])
  expect(await ids({ outcome: 'unseen' })).toEqual([1, ['m4']])
  expect(await ids({ limit: 3, page: 2 })).toEqual([4, ['m4']])
  expect(await ids({ outcome: 'missed', sort: 'weakest', limit: 2 })).toEqual([3, ['m3', 'm4']])
  const [first] = (await findCorrections(account, id, {})).subjectResults[0]?.results ?? []
  expect(first).toMatchObject({
    ...{ number: 1, description: '<p>Why m1 is a.</p>' },
    resultData: { answered: { _id: 'm1-a' }, correctAnswer: { _id: 'm1-a' } },
    source: { exam: 'JAMB UTME', year: 2020 },
  })
})

it('gives the groups of several packs names of their own, and shuffles options where asked', async () => {
  const grouped = (year: number) =>
    packOf(
      maths,
      year,
      [1, 2].map((n) => question(`g${year}-${n}`, { group: 'passage', passage: '<p>Read.</p>' })),
    )
  await stock(account, [grouped(2017), grouped(2016)], {
    mistakes: ['g2017-1', 'g2017-2', 'g2016-1'],
  })
  const { id } = await begin(account, start({ from: 'mistakes', year: null }))
  const { paper } = await openTest(account, id)
  const groups = paper.subjects[0]?.questions.map(({ group }) => group)
  expect(groups).toEqual(['s1-2017 passage', 's1-2017 passage', 's1-2016 passage'])
  const orders = new Set<string>()
  for (let n = 0; n < 12; n += 1) {
    const other = await begin(account, start({ year: 2017, shuffleOptions: true }))
    const shown = await openTest(account, other.id)
    orders.add(JSON.stringify(shown.paper.subjects[0]?.questions[0]?.options))
  }
  expect(orders.size).toBeGreaterThan(1)
})

it('draws and seals ahead what a start asks, once, and not what a mock has shut since', async () => {
  const known = await readKnown(account, 'jamb', null)
  const wanted = start({ shuffleQuestions: true })
  const seals = vi.spyOn(crypto.subtle, 'encrypt')
  makeReady(account, known, wanted)
  await vi.waitFor(() => expect(seals).toHaveBeenCalledTimes(1))
  const first = await startTest(account, wanted, known)
  expect(seals).toHaveBeenCalledTimes(1)
  expect((await openTest(account, first.test.id)).paper).toEqual(openStarted(account, first).paper)
  // The next one is drawn anew.
  await startTest(account, wanted, known)
  expect(seals).toHaveBeenCalledTimes(2)
  makeReady(account, known, wanted)
  // Other choices than those it was drawn for.
  const other = await startTest(account, start({ subjects: [physics] }), known)
  expect(other.test.subjects).toEqual([physics])
  // Another state of the device, and another day, on which other questions may be due.
  makeReady(account, known, wanted)
  await startTest(account, wanted, await readKnown(account, 'jamb', null))
  vi.useFakeTimers({ toFake: ['Date'] })
  makeReady(account, known, wanted)
  await vi.waitFor(() => expect(seals).toHaveBeenCalledTimes(7))
  vi.setSystemTime(Date.now() + 86_400_000)
  await startTest(account, wanted, known)
  expect(seals).toHaveBeenCalledTimes(8)
  vi.useRealTimers()
  makeReady(account, known, wanted)
  await lockSubjects(account, 'mock1', [maths._id])
  await expect(startTest(account, wanted, known)).rejects.toMatchObject({ reason: 'no-questions' })
})

it('hands a new test to its window as it would be read from the device', async () => {
  const started = await startTest(account, start({ ...practice, minutes: 15 }))
  const handed = openStarted(account, started)
  const read = await openTest(account, started.test.id)
  expect({ ...handed.attempt, serverNow: '' }).toEqual({ ...read.attempt, serverNow: '' })
  expect([handed.paper, handed.kept, handed.user]).toEqual([read.paper, read.kept, read.user])
})
