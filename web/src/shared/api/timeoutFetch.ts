// Aborts calls on a silent connection, so that no screen waits forever.
import { SERVER_REPLY } from '@/shared/timeouts'
import { NoAnswer } from './errors'

declare global {
  interface Window {
    /** Responses that the page requested before the app loaded, by path (ahead.ts). */
    ahead?: Record<string, Promise<Response>>
  }
}

/** The time of the last response, by the server's clock (its Date header) and by the page's. */
let heard: { server: number; page: number } | null = null

/** The server's current time, estimated from its responses; null before the first. */
export const serverNow = () =>
  heard === null ? null : heard.server + performance.now() - heard.page

function hear({ headers }: Response): void {
  const server = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(server)) heard = { server, page: performance.now() }
}

/** Maximum silence; tests shorten it. */
export const replyTimeout = { ms: SERVER_REPLY }
/**
 * A response that has begun, or that follows the upload of a form, may take this many times as long: together 120 s, as
 * TIMEOUT in api/src/router.rs.
 */
export const BODY = 6
/** The slowest connection for large uploads, in bytes per millisecond. */
export const SLOWEST = 10

/**
 * `fetch`, which rejects with NoAnswer if there is no response, or a JSON response is incomplete;
 * with the caller's reason if `request` is aborted.
 */
export async function fetchWithTimeout(request: Request): Promise<Response> {
  const { signal, method, keepalive } = request
  const given = new AbortController()
  const pass = () => given.abort(signal.reason)
  if (signal.aborted) pass()
  signal.addEventListener('abort', pass)
  // After the end, aborting has no effect.
  const giveUp = (ms: number) => setTimeout(() => given.abort(new NoAnswer('silent')), ms)
  // Text bodies are small and their timeout is short; only files get more time.
  const isText = request.headers.get('content-type')?.startsWith('application/json')
  // Firefox has no `keepalive` before version 133.
  const large = method !== 'GET' && !keepalive && !isText
  const sent = large ? (await request.clone().blob()).size : 0
  const timer = giveUp(replyTimeout.ms + sent / SLOWEST)
  let rest: ReturnType<typeof giveUp> | undefined
  try {
    const response = (await askedAhead(request, given.signal)) ?? (await ask(request, given.signal))
    clearTimeout(timer)
    rest = giveUp(replyTimeout.ms * BODY)
    if (!isJson(response)) {
      rest = undefined
      return response
    }
    // Read here, where an error can only come from the network.
    const { status, statusText, headers } = response
    return new Response(await response.text(), { status, statusText, headers })
  } catch (thrown) {
    throw noAnswer(thrown, signal)
  } finally {
    clearTimeout(timer)
    clearTimeout(rest)
  }
}

async function ask(request: Request, signal: AbortSignal): Promise<Response> {
  const response = await globalThis.fetch(request, { signal })
  // Only here: a response from before the app loaded may be seconds old.
  hear(response)
  return response
}

/** For how many milliseconds a response that the page requested before the app loaded is fresh. */
const NEWS = 20_000

/** The response that the page requested before the app loaded (ahead.ts), once; null if it failed. */
async function askedAhead({ method, url }: Request, signal: AbortSignal): Promise<Response | null> {
  const { origin } = window.location
  const path = url.startsWith(origin) ? url.slice(origin.length) : url
  const asked = method === 'GET' && window.ahead?.[path]
  if (!asked) return null
  delete window.ahead?.[path]
  if (performance.now() > NEWS) return null
  const calledOff = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  return Promise.race([asked.catch(() => null), calledOff])
}

const isJson = ({ status, headers }: Response) =>
  status !== 204 && headers.get('content-type')?.startsWith('application/json') === true

/** Why `fetch` rejected: aborted by the caller, silent, or no network. */
function noAnswer(thrown: unknown, { aborted, reason }: AbortSignal): unknown {
  if (aborted) return reason ?? thrown
  return thrown instanceof NoAnswer ? thrown : new NoAnswer('offline')
}
