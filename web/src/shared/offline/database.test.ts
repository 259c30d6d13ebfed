// What the database of this device keeps, and how it says that it cannot.
import 'fake-indexeddb/auto'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  all,
  allKeys,
  change,
  clear,
  disconnect,
  get,
  put,
  remove,
  StorageFull,
  StorageRefused,
  transact,
} from './database'

beforeEach(async () => {
  await disconnect()
  vi.stubGlobal('indexedDB', new IDBFactory())
})

it('keeps what is put, also over a restart', async () => {
  await put('tests', ['u1', 't1'], { n: 1 })
  await disconnect()
  expect(await get('tests', ['u1', 't1'])).toEqual({ n: 1 })
  await remove('tests', ['u1', 't1'])
  expect(await get('tests', ['u1', 't1'])).toBeUndefined()
})

it('gives each account its own', async () => {
  await put('tests', ['u1', 'a'], 1)
  await put('tests', ['u1', 'b'], 2)
  await put('tests', ['u10', 'c'], 3)
  await put('lists', ['u1', 'jamb'], { list: {} as never, readAt: 'now' })
  expect(await all('tests', 'u1')).toEqual([
    [['u1', 'a'], 1],
    [['u1', 'b'], 2],
  ])
  expect(await allKeys('tests', 'u10')).toEqual([['u10', 'c']])
  await clear(['tests'], 'u1')
  expect([await all('tests', 'u1'), await all('tests', 'u10')]).toEqual([[], [[['u10', 'c'], 3]]])
  expect(await get('lists', ['u1', 'jamb'])).toBeDefined()
})

it('loses no change of another tab', async () => {
  const add = () => change('tests', ['u1', 'n'], (n) => ((n as number | undefined) ?? 0) + 1)
  await Promise.all([add(), add(), add()])
  expect(await get('tests', ['u1', 'n'])).toBe(3)
  await change('tests', ['u1', 'n'], () => undefined)
  expect(await get('tests', ['u1', 'n'])).toBeUndefined()
})

it('stores all of a transaction or nothing', async () => {
  const work = transact(['tests'], 'readwrite', (reach) => {
    reach('tests').put(1, ['u1', 'a'])
    throw new TypeError('broken')
  })
  await expect(work).rejects.toThrow(TypeError)
  expect(await get('tests', ['u1', 'a'])).toBeUndefined()
})

it('says that the device is full', async () => {
  const full = new DOMException('no room', 'QuotaExceededError')
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw full
  })
  const wrote = put('tests', ['u1', 'a'], 1)
  await expect(wrote).rejects.toBeInstanceOf(StorageFull)
  await expect(wrote).rejects.toMatchObject({ name: 'StorageFull', cause: full })
})

it('says that the browser stores nothing', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('not here', 'SecurityError')
    },
  })
  await expect(get('tests', ['u1', 'a'])).rejects.toBeInstanceOf(StorageRefused)
  vi.stubGlobal('indexedDB', undefined)
  await expect(put('tests', ['u1', 'a'], 1)).rejects.toBeInstanceOf(StorageRefused)
  // A browser that allows it later is asked again.
  vi.stubGlobal('indexedDB', new IDBFactory())
  await put('tests', ['u1', 'a'], 1)
  expect(await get('tests', ['u1', 'a'])).toBe(1)
})

it('gives up on a database that does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  const asked = get('tests', ['u1', 'a'])
  const said = expect(asked).rejects.toBeInstanceOf(StorageRefused)
  await vi.advanceTimersByTimeAsync(5_000)
  await said
  vi.useRealTimers()
})
