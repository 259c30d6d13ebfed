// Server responses that the student has read, stored on the device and shown while the server cannot be
// reached. Packs of questions are stored elsewhere (shelf.ts).
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError, toApiError } from '@/shared/api/errors'
import { all, allKeys, get, put, remove } from './database'
import { backgroundTexts } from './messages'

/** The queries that are kept, by the first parts of their keys. */
const kept: QueryKey[] = [
  // Dashboard and practice.
  ['exam-choices'],
  ['attempts', 'running'],
  ['assessments'],
  ['bank-sizes'],
  ['instruction'],
  ['weekly-mail'],
  // Results, today's questions, forecast, weak topics, questions to learn.
  ['results'],
  ['result'],
  ['corrections'],
  ['subscriptions'],
  // Pages for everybody.
  ['banners'],
  ['home-setting'],
  ['testimonials'],
  ['news'],
  ['faqs'],
  ['page'],
  ['exam-types'],
  ['exam-page'],
  ['site-links'],
]

/** Those with keys of questions. The server refuses them while a mock runs, so this device does too. */
const withKeys: QueryKey[] = [['corrections'], ['results', 'to-learn']]

const isOf = (queries: QueryKey[], key: QueryKey) =>
  queries.some((start) => start.every((part, i) => part === key[i]))
const isKept = (key: QueryKey) => isOf(kept, key)

/** Characters of JSON: of one response, and of all of an account. */
export const limits = { one: 400_000, all: 4_000_000 }

/**
 * Keeps what this client reads from now on and has read already, and gives it back where the server
 * cannot be reached. Returns a function that stops it.
 */
export function persistQueries(client: QueryClient, account: string, isOffline: () => boolean) {
  const cache = client.getQueryCache()
  const sizes = sizesOf(account)
  let writing = Promise.resolve()
  const write = (query: Query) => {
    writing = writing.then(async () => store(account, query, await sizes)).catch(() => undefined)
  }
  for (const query of cache.getAll()) {
    if (query.state.status === 'success' && isKept(query.queryKey)) write(query)
    else if (isOffline()) void restore(client, account, query)
  }
  const stop = cache.subscribe((event) => {
    const { query } = event
    if (event.type === 'added' && isOffline()) void restore(client, account, query)
    if (event.type !== 'updated') return
    const { action } = event
    if (action.type === 'success' && isKept(query.queryKey) && !restored.has(query.state.data))
      write(query)
    const isFailure = action.type === 'failed' || action.type === 'error'
    if (isFailure && toApiError(action.error).offline) void restore(client, account, query)
  })
  return {
    stop,
    /** Resolves when everything that was read so far is on the disk. */
    written: () => writing,
  }
}

/** Data that came from the device itself. */
const restored = new WeakSet<object>()
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const nameOf = (query: Query) => query.queryHash

/** Characters of each stored response by its name, the oldest first. */
type Sizes = Map<string, number>

async function sizesOf(account: string): Promise<Sizes> {
  const found = await all('answers', account).catch(() => [])
  const oldestFirst = found.sort(([, a], [, b]) => a.at - b.at)
  return new Map(oldestFirst.map(([[, name], { size }]) => [name, size]))
}

async function store(account: string, query: Query, sizes: Sizes): Promise<void> {
  const { data, dataUpdatedAt: at } = query.state
  const name = nameOf(query)
  const size = JSON.stringify(data)?.length ?? 0
  if (size === 0 || size > limits.one) return
  await put('answers', [account, name], { key: query.queryKey, data, at, size })
  sizes.delete(name)
  sizes.set(name, size)
  // The oldest go until the others fit.
  let sum = [...sizes.values()].reduce((before, one) => before + one, 0)
  for (const [old, one] of sizes) {
    if (sum <= limits.all) break
    await remove('answers', [account, old])
    sizes.delete(old)
    sum -= one
  }
}

/**
 * Gives a query without data what was read before, or the plain word that nothing was, or that a mock comes
 * first.
 */
async function restore(client: QueryClient, account: string, query: Query): Promise<void> {
  if (query.state.data !== undefined || !isKept(query.queryKey)) return
  const [found, isShut] = await Promise.all([
    get('answers', [account, nameOf(query)]).catch(() => undefined),
    isOf(withKeys, query.queryKey) && inMock(account),
  ])
  if (query.state.data !== undefined) return
  if (isShut) {
    if (query.state.status === 'error')
      query.setState({ error: new ApiError(409, 'in-running-mock', backgroundTexts.inMock) })
  } else if (found) {
    if (isObject(found.data)) restored.add(found.data)
    client.setQueryData(query.queryKey, found.data, { updatedAt: found.at })
  } else if (query.state.status === 'error' && toApiError(query.state.error).offline) {
    query.setState({ error: new ApiError(0, 'never-read', backgroundTexts.neverRead) })
  }
}

/** Forgets the responses with answer keys that this page has read: a mock begins on this device. */
export function forgetKeys(client: QueryClient): void {
  for (const queryKey of withKeys) client.removeQueries({ queryKey })
}

/** Whether a mock keeps questions of its subjects shut on this device. */
const inMock = async (account: string): Promise<boolean> =>
  (await allKeys('locks', account).catch(() => [])).length > 0
