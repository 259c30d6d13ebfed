// Long work: the server responds with JSON lines, first progress and finally the result.

import { common } from '@/shared/i18n/common'
import { failed, sessionNumber } from './client'
import { ApiError, errorFrom, NoAnswer, toApiError } from './errors'
import type { paths } from './schema'
import { BODY, replyTimeout, SLOWEST } from './timeoutFetch'

/** `done` of `total` in its stage. */
export interface Progress {
  stage: 'reading' | 'checking' | 'writing' | 'keeping'
  done: number
  total: number
}

export type OnProgress = (progress: Progress) => void

type Line<Data> = { progress: Progress } | { success: true; data: Data } | { success: false }

/** The progress callback and cancellation of long work. */
export interface LongRun {
  /** The request id. */
  id: string
  onProgress: OnProgress
  signal?: AbortSignal
}

/** Sends a form and reads the lines; throws ApiError, also if they end before the result. */
export async function postLong<Data>(
  path: keyof paths,
  form: FormData,
  { id, onProgress, signal }: LongRun,
): Promise<Data> {
  try {
    const response = await answered(path, {
      method: 'POST',
      headers: { Accept: ndjson, 'X-Request-Id': id },
      body: form,
      signal: signal ?? null,
    })
    let result: { data: Data } | ApiError | undefined
    // Read to the end, because leaving a response unread aborts the transfer.
    for await (const text of lines(response)) {
      const line = JSON.parse(text) as Line<Data>
      if ('progress' in line) onProgress(line.progress)
      else result = line.success ? line : errorFrom(response, line)
    }
    if (result === undefined) throw new ApiError(0, 'offline', common.offline)
    if (result instanceof ApiError) throw result
    return result.data
  } catch (thrown) {
    throw toApiError(thrown)
  }
}

/** Sends a form with a file and reads the response; throws ApiError, also if it does not come in time. */
export async function postForm(path: keyof paths, form: FormData): Promise<Response> {
  const given = new AbortController()
  const timer = setTimeout(() => given.abort(), replyTimeout.ms * BODY + sizeOf(form) / SLOWEST)
  try {
    const response = await answered(path, { method: 'POST', body: form, signal: given.signal })
    return new Response(await response.blob(), response)
  } catch (thrown) {
    throw toApiError(given.signal.aborted ? new NoAnswer('silent') : thrown)
  } finally {
    clearTimeout(timer)
  }
}

/** Bytes of its files. */
const sizeOf = (form: FormData) =>
  [...form.values()].reduce((sum, part) => sum + (part instanceof Blob ? part.size : 0), 0)

/** Reads a response line by line to its end; throws ApiError, also if it is cut off. */
export async function readLines<Line>(
  address: string,
  onLine: (line: Line) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    const response = await answered(address, { headers: { Accept: ndjson }, signal })
    for await (const text of lines(response)) onLine(JSON.parse(text) as Line)
  } catch (thrown) {
    throw toApiError(thrown)
  }
}

const ndjson = 'application/x-ndjson'

async function answered(address: string, init: RequestInit): Promise<Response> {
  const asked = sessionNumber
  const response = await globalThis
    .fetch(address, { credentials: 'same-origin', ...init })
    .catch((thrown) => {
      throw init.signal?.aborted ? thrown : new NoAnswer('offline')
    })
  if (!response.ok) throw failed(response, await response.json().catch(() => null), asked)
  return response
}

async function* lines(response: Response): AsyncGenerator<string> {
  // Chromium reports a response that is only read through a reader as aborted, even if it was read
  // to its end.
  response
    .clone()
    .body?.pipeTo(new WritableStream())
    .catch(() => undefined)
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const chunk = await reader?.read().catch((thrown) => {
      throw thrown instanceof TypeError ? new NoAnswer('offline') : thrown
    })
    if (!chunk || chunk.done) break
    const parts = (rest + decoder.decode(chunk.value, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts.filter((part) => part.trim())
  }
  if (rest.trim()) yield rest
}
