// The mocks that were fetched ahead and wait on this device, each with its sealed paper, until they are
// opened (mockForLater.ts), given back, or their time is over.
import { promisifyRequest } from 'idb-keyval'
import { serverNow } from '@/shared/api/timeoutFetch'
import type { Attempt } from '@/shared/api/types'
import { get, put, remove, type Stores, transact } from './database'
import { estimatedNow } from './deviceClock'
import { removePictures } from './pictures'

/** A mock that was fetched ahead and not opened. */
export interface FetchedMock {
  attempt: Attempt
  paper: ArrayBuffer
  /** When it was asked for, in milliseconds. */
  at: number
}

type Key = Stores['tests']['key']
export const fetchedKey = (account: string, attempt: string): Key => [account, `ahead.${attempt}`]
// The character after the dot is the slash.
const of = (account: string) => IDBKeyRange.bound([account, 'ahead.'], [account, 'ahead/'])

/** Stores or replaces it. */
export const storeFetched = (account: string, mock: FetchedMock): Promise<void> =>
  put('tests', fetchedKey(account, mock.attempt._id), mock)

export const readFetched = async (account: string, attempt: string): Promise<FetchedMock | null> =>
  ((await get('tests', fetchedKey(account, attempt))) as FetchedMock | undefined) ?? null

/** Forgets it, with its pictures. */
export async function removeFetched(account: string, attempt: string): Promise<void> {
  await remove('tests', fetchedKey(account, attempt))
  await removePictures([picturesOfMock(attempt)]).catch(() => undefined)
}

/** The id of a mock's pictures among those of packs. */
export const picturesOfMock = (attempt: string) => `mock ${attempt}`

/**
 * All of the account on this device that can be opened. Forgets the others, once the server has said what
 * time it is: the device's own clock may be wrong.
 */
export async function listFetched(account: string): Promise<Attempt[]> {
  const all = await readAll(account)
  const open = all.filter(({ attempt }) => canOpen(attempt))
  const isCertain = serverNow() !== null
  for (const { attempt } of all)
    if (isCertain && !canOpen(attempt))
      await removeFetched(account, attempt._id).catch(() => undefined)
  return open.map(({ attempt }) => attempt)
}

/** Whether the time to open it is not over, as far as this device knows. */
export const canOpen = ({ ahead }: Attempt) =>
  ahead !== null && estimatedNow() <= Date.parse(ahead.openUntil)

const readAll = (account: string): Promise<FetchedMock[]> =>
  transact(['tests'], 'readonly', (reach) =>
    promisifyRequest(reach('tests').getAll(of(account))),
  ) as Promise<FetchedMock[]>

/**
 * Follows the server's list of running tests, which was asked for at `askedAt` (milliseconds): forgets the
 * mocks that have ended, or that another device has opened.
 */
export async function followFetched(
  account: string,
  running: Attempt[],
  askedAt: number,
): Promise<void> {
  for (const { attempt, at } of await readAll(account)) {
    const found = running.find(({ _id }) => _id === attempt._id)
    if (found?.ahead?.openedAt === null || at > askedAt) continue
    await removeFetched(account, attempt._id)
  }
}
