// Sealing: who can read what, and for how long.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { allKeys, disconnect, get, put, type StoredKey } from './database'
import { expectedPacks, expectPack } from './packIndex'
import { createKey, dropKey, keyOf, open, seal } from './sealing'

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const head = {
  exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
  subject: { _id: 's1', title: 'Mathematics' },
  year: 2019,
  questions: 1,
  bytes: 1,
  pictures: 0,
  revision: 1,
  downloadedAt: '2026-03-05T14:30:00.000Z',
  keepUntil: null,
}

beforeEach(async () => {
  await disconnect()
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => void vi.useRealTimers())

it('opens what it sealed, also after a restart of the phone', async () => {
  const sealed = await seal(await createKey('u1', inDays(30)), { stem: 'Ẹ̀kọ́', n: 1 })
  await disconnect()
  const key = await keyOf('u1')
  expect(key?.extractable).toBe(false)
  expect(await open(key as CryptoKey, sealed)).toEqual({ stem: 'Ẹ̀kọ́', n: 1 })
  // A second download uses the same key.
  expect(await open(await createKey('u1', inDays(60)), sealed)).toEqual({ stem: 'Ẹ̀kọ́', n: 1 })
})

it('shows nothing of what is sealed, and nothing to another account', async () => {
  const sealed = await seal(await createKey('u1', null), 'the capital of Kano is Kano')
  expect(new TextDecoder('latin1').decode(sealed)).not.toContain('capital')
  expect(await keyOf('u2')).toBeNull()
  await expect(open(await createKey('u2', null), sealed)).rejects.toThrow()
})

it('refuses what was changed, in any byte', async () => {
  const key = await createKey('u1', null)
  const sealed = await seal(key, 'text')
  for (const at of [0, 1, 13, sealed.byteLength - 1]) {
    const bytes = new Uint8Array(sealed.slice(0))
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await expect(open(key, bytes.buffer)).rejects.toThrow()
  }
})

it('seals where a browser cannot compress', async () => {
  const key = await createKey('u1', null)
  const compressed = await seal(key, 'a'.repeat(10_000))
  const whole = globalThis.CompressionStream
  Reflect.deleteProperty(globalThis, 'CompressionStream')
  const plain = await seal(key, 'a'.repeat(10_000))
  expect(plain.byteLength).toBeGreaterThan(10_000)
  expect(compressed.byteLength).toBeLessThan(1_000)
  expect(await open(key, plain)).toBe('a'.repeat(10_000))
  Object.assign(globalThis, { CompressionStream: whole })
  expect(await open(key, compressed)).toBe('a'.repeat(10_000))
})

it('deletes a key whose time is over, and the packs with it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await createKey('u1', inDays(7))
  await createKey('u2', inDays(9))
  for (const user of ['u1', 'u2']) {
    await put('heads', [user, 'p1'], head)
    await put('packs', [user, 'p1'], new ArrayBuffer(1))
    await put('tests', [user, 't1'], {})
    expectPack(user, { id: 'p1', ...head })
  }
  vi.setSystemTime(Date.now() + 7 * DAY)
  expect(await keyOf('u1')).toBeNull()
  expect(await keyOf('u2')).not.toBeNull()
  const left = async (user: string) => [
    (await allKeys('packs', user)).length,
    (await allKeys('heads', user)).length,
    (await allKeys('tests', user)).length,
    expectedPacks(user).length,
  ]
  // Tests outlive the key: they are still to be handed in.
  expect(await left('u1')).toEqual([0, 0, 1, 0])
  expect(await left('u2')).toEqual([1, 1, 1, 1])
})

it('lasts no longer because the clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const start = Date.now()
  await createKey('u1', inDays(7))
  vi.setSystemTime(start + 6 * DAY)
  expect(await keyOf('u1')).not.toBeNull()
  // The plan was cut short meanwhile; the phone's clock is set back before that day.
  await put('keys', ['u1'], {
    ...(await get('keys', ['u1'])),
    keepUntil: new Date(start + 5 * DAY).toISOString(),
  } as StoredKey)
  vi.setSystemTime(start)
  expect(await keyOf('u1')).toBeNull()
})

it('follows the plan that ends last', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await createKey('u1', inDays(7))
  await createKey('u1', inDays(30))
  await createKey('u1', inDays(3))
  vi.setSystemTime(Date.now() + 29 * DAY)
  expect(await keyOf('u1')).not.toBeNull()
  await dropKey('u1')
  expect(await keyOf('u1')).toBeNull()
})
