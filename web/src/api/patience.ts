// Gives a call up on a line that says nothing, so that no screen waits for ever.
import { Silence } from './errors'

/** How long a line may say nothing; tests shorten it. */
export const patience = { ms: 20_000 }
/** An answer that has begun may take so many times as long, as the server's own patience is. */
const BODY = 6
/** The slowest line on which something large is sent, in bytes a millisecond. */
const SLOWEST = 10

/** `fetch`, which fails where no answer comes, or one stops in the middle. */
export async function patientFetch(request: Request): Promise<Response> {
  const { signal, method, keepalive } = request
  const given = new AbortController()
  const pass = () => given.abort(signal.reason)
  if (signal.aborted) pass()
  signal.addEventListener('abort', pass)
  // Past its end, giving a call up means nothing.
  const giveUp = (ms: number) => setTimeout(() => given.abort(new Silence()), ms)
  // Files are; what must leave before its page is gone is small, and cannot wait.
  const isText = request.headers.get('content-type')?.startsWith('application/json')
  const large = method !== 'GET' && keepalive === false && !isText
  const sent = large ? (await request.clone().blob()).size : 0
  const timer = giveUp(patience.ms + sent / SLOWEST)
  try {
    return await globalThis.fetch(request, { signal: given.signal })
  } finally {
    clearTimeout(timer)
    giveUp(patience.ms * BODY)
  }
}
