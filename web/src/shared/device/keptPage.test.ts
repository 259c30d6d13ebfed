// A page that is left and kept for the Back button holds up no other page, and loses and repeats no write.
import { IDBFactory } from 'fake-indexeddb'
import { promisifyRequest } from 'idb-keyval'
import { beforeEach, expect, it } from 'vitest'
import { whileShown } from './keptPage'

let database: IDBDatabase

beforeEach(async () => {
  const request = new IDBFactory().open('pages', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('kept')
  database = await promisifyRequest(request)
})

const leave = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }))
const show = () => window.dispatchEvent(new Event('pageshow'))
const read = (transaction: IDBTransaction) =>
  promisifyRequest<number | undefined>(transaction.objectStore('kept').get('n'))
const write = (transaction: IDBTransaction, value: number) =>
  promisifyRequest(transaction.objectStore('kept').put(value, 'n'))
/** The read and the write of another page, which an unfinished transaction would block forever. */
const stored = () => read(database.transaction('kept'))
const store = (value: number) => write(database.transaction('kept', 'readwrite'), value)

/** Reads for as long as `goesOn`; with `writes`, stores one more than it read. Counts how often it began. */
function counted(goesOn: () => boolean, { writes = false } = {}) {
  const count = { begun: 0 }
  const done = whileShown(async (follow) => {
    count.begun += 1
    const transaction = database.transaction('kept', writes ? 'readwrite' : 'readonly')
    follow(transaction)
    let value = await read(transaction)
    while (goesOn()) value = await read(transaction)
    if (writes) await write(transaction, (value ?? 0) + 1)
    return value
  })
  return { count, done }
}

it.each([{ writes: false }, { writes: true }])(
  'holds up no other page, and begins again what was reading: %o',
  async (options) => {
    let goesOn = true
    const { count, done } = counted(() => goesOn, options)
    await Promise.resolve()
    leave(true)
    await store(6)
    expect(count.begun).toBe(1)
    goesOn = false
    show()
    expect(await done).toBe(6)
    expect(count.begun).toBe(2)
    expect(await stored()).toBe(options.writes ? 7 : 6)
  },
)

it('finishes what was being written, and does not write it again over what came since', async () => {
  let begun = 0
  const done = whileShown(async (follow) => {
    begun += 1
    const transaction = database.transaction('kept', 'readwrite')
    follow(transaction)
    await write(transaction, 1)
  })
  leave(true)
  expect(await stored()).toBe(1)
  await store(2)
  show()
  await done
  expect(begun).toBe(1)
  expect(await stored()).toBe(2)
})

it('writes what begins while the page is left, and reads once it is shown', async () => {
  leave(true)
  await whileShown(async (follow) => {
    const transaction = database.transaction('kept', 'readwrite')
    follow(transaction)
    await write(transaction, 3)
  })
  const { count, done } = counted(() => false)
  expect(await stored()).toBe(3)
  await store(4)
  show()
  expect(await done).toBe(4)
  expect(count.begun).toBe(2)
})

it('ends nothing of a page that is closed', async () => {
  let goesOn = true
  const { count, done } = counted(() => goesOn)
  await Promise.resolve()
  leave(false)
  goesOn = false
  await done
  expect(count.begun).toBe(1)
})

it('passes a failure on', async () => {
  const failing = whileShown(async () => {
    throw new TypeError('broken')
  })
  await expect(failing).rejects.toThrow('broken')
})
