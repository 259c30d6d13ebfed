// Gives a call up on a line that says nothing, so that no screen waits for ever.
import { Silence } from './errors'

/** How long a line may say nothing; tests shorten it. */
export const patience = { ms: 20_000 }
/** The slowest line on which something large is sent, in bytes a millisecond. */
const SLOWEST = 10

/** `fetch`, which fails where no answer comes, or one stops in the middle. */
export async function patientFetch(request: Request): Promise<Response> {
  const given = new AbortController()
  const pass = () => given.abort(request.signal.reason)
  if (request.signal.aborted) pass()
  else request.signal.addEventListener('abort', pass, { once: true })
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (more = 0) => {
    clearTimeout(timer)
    timer = setTimeout(() => given.abort(new Silence()), patience.ms + more)
  }
  const done = () => {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', pass)
  }
  try {
    // What must leave before its page is gone is small, and cannot wait; nor does a browser that
    // does not say which it is.
    const small = request.method === 'GET' || request.keepalive !== false
    const sent = small ? 0 : await sizeOf(request)
    wait(sent / SLOWEST)
    const response = await globalThis.fetch(request, { signal: given.signal })
    if (response.body === null) {
      done()
      return response
    }
    wait()
    return new Response(response.body.pipeThrough(watched(wait, done)), response)
  } catch (thrown) {
    done()
    // Some browsers tell of the end, but not of why.
    throw given.signal.aborted && !request.signal.aborted ? new Silence() : thrown
  }
}

/** Hands all on, telling of each part and of the end. */
function watched(part: () => void, end: () => void) {
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, to) {
      part()
      to.enqueue(chunk)
    },
    flush: end,
  })
}

const sizeOf = async (request: Request) => (await request.clone().blob()).size
