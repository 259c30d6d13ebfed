// A page that is left and kept for the Back button holds up no other page, and goes on where it was.
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
const write = (transaction: IDBTransaction, value: number) =>
  promisifyRequest(transaction.objectStore('kept').put(value, 'n'))

/** Reads for as long as `goesOn`, and then writes one more than it read; counts how often it began. */
function counted(goesOn: () => boolean) {
  const count = { begun: 0 }
  const done = whileShown(async (follow) => {
    count.begun += 1
    const transaction = database.transaction('kept', 'readwrite')
    follow(transaction)
    const read = () => promisifyRequest<number>(transaction.objectStore('kept').get('n'))
    let value = await read()
    while (goesOn()) value = await read()
    await write(transaction, (value ?? 0) + 1)
    return value
  })
  return { count, done }
}

it('ends what is unfinished when the page is left, and does it again when it is shown', async () => {
  let reads = true
  const { count, done } = counted(() => reads)
  await Promise.resolve()
  leave(true)
  // Another page, which a transaction of the first would hold up for ever.
  await write(database.transaction('kept', 'readwrite'), 6)
  expect(count.begun).toBe(1)
  reads = false
  show()
  expect(await done).toBe(6)
  expect(count.begun).toBe(2)
  expect(await promisifyRequest(database.transaction('kept').objectStore('kept').get('n'))).toBe(7)
})

it('begins nothing while the page is left', async () => {
  leave(true)
  const { count, done } = counted(() => false)
  await new Promise((resolve) => setTimeout(resolve))
  expect(count.begun).toBe(0)
  show()
  await done
  expect(count.begun).toBe(1)
})

it('ends nothing of a page that is closed', async () => {
  let reads = true
  const { count, done } = counted(() => reads)
  await Promise.resolve()
  leave(false)
  reads = false
  await done
  expect(count.begun).toBe(1)
})

it('passes a failure on', async () => {
  const failing = whileShown(async () => {
    throw new TypeError('broken')
  })
  await expect(failing).rejects.toThrow('broken')
})
