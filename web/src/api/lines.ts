// Long work: the server answers with JSON lines, how far it is and the result at last.

import { common } from '@/i18n/common'
import { failed } from './client'
import { ApiError, errorFrom, NoAnswer, toApiError } from './errors'
import type { paths } from './schema'

/** `done` of `total` in its stage. */
export interface Progress {
  stage: 'reading' | 'checking' | 'writing' | 'keeping'
  done: number
  total: number
}

export type OnProgress = (progress: Progress) => void

type Line<Data> = { progress: Progress } | { success: true; data: Data } | { success: false }

/** How long work is followed and ended. */
export interface LongRun {
  /** Names the request. */
  id: string
  onProgress: OnProgress
  signal?: AbortSignal
}

/** Sends a form and reads the lines; throws ApiError, also when they end before the result. */
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
    // To the end of the transfer: one that is left unread is broken off.
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

/** Reads what is told line by line until its end; throws ApiError, also when it breaks off. */
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
  const response = await globalThis
    .fetch(address, { credentials: 'same-origin', ...init })
    .catch((thrown) => {
      throw init.signal?.aborted ? thrown : new NoAnswer('offline')
    })
  if (!response.ok) throw failed(response, await response.json().catch(() => null))
  return response
}

async function* lines(response: Response): AsyncGenerator<string> {
  // Chromium tells of a transfer that a reader alone follows as broken off, even when it was read to its end.
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
