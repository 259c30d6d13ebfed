// The shelf against a server in the test's hands: what is fetched, what is stored, and what is said of it.
import 'fake-indexeddb/auto'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { attempt, pack, packEntry, packList } from '@/testing/data'
import { type Asked, failure, fakeApi, offline } from '@/testing/fakeApi'
import { clear, disconnect, get, type PackEntry, type PackList, StorageFull } from './database'
import {
  clearAccount,
  compare,
  download,
  followMocks,
  lastList,
  listShelf,
  lockSubjects,
  readPack,
  refreshList,
  remove,
  unlock,
} from './shelf'

const source = { examId: 'jamb', university: null }
const years = [2021, 2020, 2019]
const entryOf = (year: number, more: Partial<PackEntry> = {}) =>
  packEntry({ _id: `p${year}`, year, questions: 2, bytes: 1_000, ...more })

/** The server's packs: the questions of each, with their versions. */
let bank: Map<string, { entry: PackEntry; order: [string, number][] }>
let list: PackList
let log: Asked[]
/** What a pack answers instead, once. */
let refusals: Map<string, () => Response | Error>

beforeEach(async () => {
  await disconnect()
  vi.stubGlobal('indexedDB', new IDBFactory())
  bank = new Map(
    years.map((year) => [
      `p${year}`,
      {
        entry: entryOf(year),
        order: [
          [`q${year}-1`, 1],
          [`q${year}-2`, 1],
        ],
      },
    ]),
  )
  refusals = new Map()
  offer()
})
afterEach(() => void vi.useRealTimers())

/** Puts the server as it is now in place. */
function offer() {
  list = packList({ packs: [...bank.values()].map(({ entry }) => entry) })
  const packs = [...bank.values()].map(({ entry, order }) => [
    `GET /me/packs/${entry._id}`,
    ({ query }: Asked) => {
      const refusal = refusals.get(entry._id)
      refusals.delete(entry._id)
      if (refusal) return refusal()
      const only = query.get('only')
      const wanted = (id: string) => only === null || only.split(',').includes(id)
      return { data: pack(entry, order, wanted) }
    },
  ])
  log = fakeApi({ 'GET /me/packs': () => ({ data: list }), ...Object.fromEntries(packs) })
}

const quietly = { onProgress: () => undefined, signal: new AbortController().signal }
const fetchAll = (more: { signal?: AbortSignal; onProgress?: () => void; user?: string } = {}) =>
  download(more.user ?? 'u1', { source, list, entries: list.packs }, { ...quietly, ...more })
const fetched = () => log.map(({ path, query }) => [path.split('/').at(-1), query.get('only')])
const there = async (user = 'u1') =>
  (await listShelf(user)).filter(({ evicted }) => !evicted).map(({ id }) => id)

it('stores packs that can be read without the server, by their account alone', async () => {
  const seen: number[] = []
  const missed = await download(
    'u1',
    { source, list, entries: list.packs },
    { ...quietly, onProgress: ({ done }) => seen.push(done) },
  )
  expect(missed).toEqual([])
  expect(seen).toEqual([0, 1, 2, 3])
  log = fakeApi({})
  const [first] = await listShelf('u1')
  expect(first).toMatchObject({
    id: 'p2021',
    subject: { title: 'Mathematics' },
    year: 2021,
    questions: 2,
    bytes: 1_000,
    revision: 1,
    locked: false,
    evicted: false,
  })
  expect((await readPack('u1', 'p2020'))?.questions.map(({ _id }) => _id)).toEqual([
    'q2020-1',
    'q2020-2',
  ])
  expect(await listShelf('u2')).toEqual([])
  expect(await readPack('u2', 'p2020')).toBeNull()
})

it('asks for a university where the exam has one each, and keeps a list for each', async () => {
  const unilag = { examId: 'post', university: { _id: 'unilag' } }
  await refreshList('u1', unilag)
  expect(log[0]?.query.toString()).toBe('examId=post&university=unilag')
  expect((await lastList('u1', unilag))?.list).toEqual(list)
  expect(await lastList('u1', { examId: 'post', university: null })).toBeNull()
  expect(await lastList('u2', unilag)).toBeNull()
})

it('goes on where a download broke off', async () => {
  refusals.set('p2020', offline)
  await expect(fetchAll()).rejects.toMatchObject({ reason: 'offline' })
  expect(await there()).toEqual(['p2021'])
  offer()
  await fetchAll()
  expect(fetched()).toEqual([
    ['p2020', null],
    ['p2019', null],
  ])
  expect(await there()).toEqual(['p2021', 'p2020', 'p2019'])
})

it('stops when it is told to, and keeps what has arrived', async () => {
  const over = new AbortController()
  let packs = 0
  const stopped = fetchAll({
    signal: over.signal,
    onProgress: () => {
      packs += 1
      if (packs === 2) over.abort()
    },
  })
  await expect(stopped).rejects.toBeDefined()
  expect(await there()).toEqual(['p2021'])
})

it('names a pack that the server refuses alone, and brings the others', async () => {
  refusals.set('p2021', () => failure(409, 'in-running-mock', 'A mock of Mathematics is running.'))
  refusals.set('p2020', () => failure(404, 'not-found', 'Gone'))
  const missed = await fetchAll()
  expect(missed.map(({ entry, error }) => [entry.year, error.status])).toEqual([
    [2021, 409],
    [2020, 404],
  ])
  expect(await there()).toEqual(['p2019'])
})

it.each([
  [409, 'offline-off'],
  [429, 'daily-limit'],
  [403, 'no-plan'],
])('ends at %d %s, for no other pack would come', async (status, reason) => {
  refusals.set('p2020', () => failure(status, reason, 'No'))
  await expect(fetchAll()).rejects.toMatchObject({ status, reason })
  expect(fetched()).toHaveLength(2)
  expect(await there()).toEqual(['p2021'])
})

it('fetches only questions that are new or have changed', async () => {
  const order: [string, number][] = Array.from({ length: 70 }, (_, i) => [`q${i}`, 1])
  bank = new Map([['p2021', { entry: entryOf(2021), order }]])
  offer()
  await fetchAll()
  // One is gone, one has changed, one is new, and the order is another.
  const next = order.slice(1).reverse()
  next[0] = ['q69', 2]
  next.push(['new', 1])
  bank = new Map([['p2021', { entry: entryOf(2021, { revision: 2 }), order: next }]])
  offer()
  expect((await listShelf('u1'))[0]?.revision).toBe(1)
  await fetchAll()
  expect(fetched()).toEqual([
    ['p2021', 'none'],
    ['p2021', 'q69,new'],
  ])
  const held = await readPack('u1', 'p2021')
  expect(held?.questions.map(({ _id, version }) => [_id, version])).toEqual(next)
  expect(held).toMatchObject({ revision: 2, grant: 'grant-p2021-2' })
  expect((await listShelf('u1'))[0]).toMatchObject({ revision: 2, questions: 70 })
  offer()
  await fetchAll()
  expect(fetched()).toEqual([])
})

it('fetches a pack whole where most of it has changed, and in parts that the server takes', async () => {
  const order: [string, number][] = Array.from({ length: 80 }, (_, i) => [`q${i}`, 1])
  bank = new Map([['p2021', { entry: entryOf(2021), order }]])
  offer()
  await fetchAll()
  const turn = (count: number, version: number) =>
    order.map(([id], i): [string, number] => [id, i < count ? version : 1])
  bank.set('p2021', { entry: entryOf(2021, { revision: 2 }), order: turn(40, 2) })
  offer()
  await fetchAll()
  expect(fetched().map(([, only]) => only?.split(',').length)).toEqual([1, 25, 15])
  bank.set('p2021', { entry: entryOf(2021, { revision: 3 }), order: turn(80, 3) })
  offer()
  await fetchAll()
  expect(fetched()).toEqual([
    ['p2021', 'none'],
    ['p2021', null],
  ])
})

it('keeps the old pack where the new one is not whole', async () => {
  await fetchAll()
  const { order } = bank.get('p2021') ?? { order: [] }
  const entry = entryOf(2021, { revision: 2 })
  bank.set('p2021', { entry, order: [...order, ['q3', 1]] })
  offer()
  log = fakeApi({
    'GET /me/packs/p2021': ({ query }) => {
      const whole = pack(entry, [...order, ['q3', 1]], () => query.get('only') === 'none')
      return { data: { ...whole, questions: [] } }
    },
  })
  await expect(fetchAll()).rejects.toMatchObject({ reason: 'incomplete' })
  expect(await readPack('u1', 'p2021')).toMatchObject({ revision: 1 })
})

it('says that the device is full, and keeps what has arrived', async () => {
  const put = IDBObjectStore.prototype.put
  let writes = 0
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: never, ...args) {
    if ((this as IDBObjectStore).name === 'packs') writes += 1
    if (writes > 1) throw new DOMException('no room', 'QuotaExceededError')
    return put.apply(this, args)
  })
  await expect(fetchAll()).rejects.toBeInstanceOf(StorageFull)
  expect(await there()).toEqual(['p2021'])
  // Head and body are stored together or not at all.
  expect(await get('heads', ['u1', 'p2020'])).toBeUndefined()
})

it('names the packs that the browser has deleted, and fetches them again', async () => {
  await fetchAll()
  await clear(['packs'], 'u1')
  const { entries, evicted } = await compare('u1')
  expect(evicted.map(({ year }) => year)).toEqual(years)
  expect(entries.every((one) => one.evicted)).toBe(true)
  expect(await readPack('u1', 'p2021')).toBeNull()
  // The whole database may be gone, with the key.
  await disconnect()
  vi.stubGlobal('indexedDB', new IDBFactory())
  expect((await compare('u1')).evicted.map(({ subject, year }) => [subject.title, year])).toEqual(
    years.map((year) => ['Mathematics', year]),
  )
  offer()
  await fetchAll()
  expect(fetched()).toHaveLength(3)
  expect((await compare('u1')).evicted).toEqual([])
})

it('does not take for deleted what was removed', async () => {
  await fetchAll()
  await remove('u1', ['p2021', 'p2020'])
  expect((await listShelf('u1')).map(({ id }) => id)).toEqual(['p2019'])
  await clearAccount('u1')
  expect(await listShelf('u1')).toEqual([])
  expect(await get('keys', ['u1'])).toBeUndefined()
})

it('shuts the packs of a mock until its result is there', async () => {
  await fetchAll()
  await lockSubjects('u1', 'a1', ['s1'])
  await disconnect()
  expect(await readPack('u1', 'p2021')).toBeNull()
  expect((await listShelf('u1')).every(({ locked }) => locked)).toBe(true)
  await unlock('u1', 'a1')
  expect(await readPack('u1', 'p2021')).not.toBeNull()
})

it('follows the mocks that the server names, but not an answer from before a start', async () => {
  await fetchAll()
  const maths = { _id: 's1', title: 'Mathematics' }
  const mock = attempt({
    _id: 'a1',
    assessment: { _id: 'm3', title: 'Mock', slug: 'mock' } as never,
    subjects: [maths],
  })
  const practice = attempt({ _id: 'a2', subjects: [maths] })
  await followMocks('u1', [practice], Date.now())
  expect(await readPack('u1', 'p2021')).not.toBeNull()
  await followMocks('u1', [mock, practice], Date.now())
  expect(await readPack('u1', 'p2021')).toBeNull()
  await followMocks('u1', [], Date.now() + 1)
  expect(await readPack('u1', 'p2021')).not.toBeNull()
  await lockSubjects('u1', 'a3', ['s1'])
  await followMocks('u1', [], Date.now() - 60_000)
  expect(await readPack('u1', 'p2021')).toBeNull()
})

it('keeps the packs of a plan that was renewed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  list = { ...list, keepUntil: inDays(2) }
  await fetchAll()
  list = { ...list, keepUntil: inDays(30) }
  await refreshList('u1', source)
  vi.setSystemTime(Date.now() + 20 * 86_400_000)
  expect(await readPack('u1', 'p2021')).not.toBeNull()
  expect(await there()).toHaveLength(3)
})

it('deletes packs of a plan that is over, though the key still opens others', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const soon = new Date(Date.now() + 86_400_000).toISOString()
  list = { ...list, keepUntil: soon }
  await download('u1', { source, list, entries: list.packs.slice(0, 1) }, quietly)
  list = { ...list, keepUntil: '2040-01-01T00:00:00.000Z' }
  await download('u1', { source, list, entries: list.packs.slice(1) }, quietly)
  expect(await there()).toEqual(['p2021', 'p2020', 'p2019'])
  vi.setSystemTime(Date.now() + 2 * 86_400_000)
  expect(await readPack('u1', 'p2021')).toBeNull()
  expect(await listShelf('u1')).toHaveLength(2)
  expect(await get('packs', ['u1', 'p2021'])).toBeUndefined()
})

it('holds the same year of two universities apart, which have questions of their own in it', async () => {
  const [entry] = list.packs
  const years = (university: string) => ({
    examId: 'post',
    university: { _id: university, title: university },
  })
  const fetchOf = (university: string) =>
    download('u1', { source: years(university), list, entries: entry ? [entry] : [] }, quietly)
  await fetchOf('ui')
  const at = bank.get('p2021')
  if (at) at.order = [['q-unilag', 1]]
  offer()
  await fetchOf('unilag')
  expect((await listShelf('u1')).map(({ id, university }) => [id, university?.title])).toEqual([
    ['p2021 ui', 'ui'],
    ['p2021 unilag', 'unilag'],
  ])
  const questions = async (id: string) =>
    (await readPack('u1', id))?.questions.map(({ _id }) => _id)
  expect(await questions('p2021 ui')).toEqual(['q2021-1', 'q2021-2'])
  expect(await questions('p2021 unilag')).toEqual(['q-unilag'])
  await remove('u1', ['p2021 ui'])
  expect((await listShelf('u1')).map(({ id }) => id)).toEqual(['p2021 unilag'])
})
