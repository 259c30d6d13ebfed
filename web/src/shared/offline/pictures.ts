// The pictures of packs, in the size of a phone, where the service worker finds them (public/sw.js,
// test-sw.js).
import { NoAnswer, toApiError } from '@/shared/api/errors'
import { sized } from '@/shared/ui/pictures'
import { StorageFull } from './database'

const CACHE = 'sabi-pictures'
/** Where the cache holds the list of a pack's pictures. */
const listOf = (id: string) => `/pictures?pack=${encodeURIComponent(id)}`

/** What has pictures: a pack, or the paper of a mock. */
interface Pictured {
  questions: { logo: string | null }[]
}

/** The addresses of a pack's pictures on this server. */
export function picturesOf(pack: Pictured): string[] {
  const inTexts = JSON.stringify(pack.questions).matchAll(/<img[^>]+src=\\"([^"\\]+)\\"/g)
  const all = [...pack.questions.map(({ logo }) => logo), ...[...inTexts].map(([, src]) => src)]
  const here = all.flatMap((src) => (src ? [sized(src, 'small')] : [])).filter(isOurs)
  return [...new Set(here)]
}

const isOurs = (src: string) => new URL(src, window.location.href).origin === window.location.origin

function refuse(thrown: unknown): never {
  const isFull = thrown instanceof DOMException && thrown.name === 'QuotaExceededError'
  throw isFull ? new StorageFull(undefined, { cause: thrown }) : thrown
}

/**
 * Stores the pictures of a pack, which has this id on the device; those that are there already are not
 * fetched again.
 *
 * @throws {ApiError} without a network @throws {StorageFull}
 */
export async function storePictures(
  id: string,
  pack: Pictured,
  signal: AbortSignal,
): Promise<void> {
  if (!('caches' in window)) return
  const cache = await caches.open(CACHE)
  const sources = picturesOf(pack)
  await cache.put(listOf(id), new Response(JSON.stringify(sources)))
  for (const src of sources) {
    if (await cache.match(src)) continue
    const response = await fetch(src, { signal }).catch((thrown) => {
      signal.throwIfAborted()
      throw toApiError(thrown instanceof TypeError ? new NoAnswer('offline') : thrown)
    })
    // A picture that is gone must not keep the others from being stored.
    if (response.ok) await cache.put(src, response).catch(refuse)
  }
}

/** Whether the pictures of a pack were asked to be stored here. */
export async function hasPictures(id: string): Promise<boolean> {
  if (!('caches' in window)) return false
  return (await (await caches.open(CACHE)).match(listOf(id))) !== undefined
}

/** Deletes the pictures that only these packs show. */
export async function removePictures(ids: string[]): Promise<void> {
  if (!('caches' in window)) return
  const cache = await caches.open(CACHE)
  for (const id of ids) await cache.delete(listOf(id))
  const used = new Set<string>()
  const isList = (url: string) => new URL(url).pathname === '/pictures'
  const requests = await cache.keys()
  for (const request of requests.filter(({ url }) => isList(url))) {
    const list = await cache.match(request)
    for (const src of list ? ((await list.json()) as string[]) : []) used.add(src)
  }
  for (const request of requests.filter(({ url }) => !isList(url))) {
    const { pathname, search } = new URL(request.url)
    if (!used.has(pathname + search)) await cache.delete(request)
  }
}

/** Deletes all. */
export const clearPictures = async (): Promise<void> => {
  if ('caches' in window) await caches.delete(CACHE)
}
