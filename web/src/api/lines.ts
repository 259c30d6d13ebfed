// Long work: the server answers with JSON lines, how far it is and the result at last.

import { common } from '@/i18n/common'
import { failed } from './client'
import { ApiError, errorFrom, toApiError } from './errors'
import type { paths } from './schema'

/** `done` of `total` in its stage. */
export interface Progress {
  stage: 'reading' | 'checking' | 'writing'
  done: number
  total: number
}

export type OnProgress = (progress: Progress) => void

type Line<Data> = { progress: Progress } | { success: true; data: Data } | { success: false }

/** Sends a form and reads the lines; throws ApiError, also when they end before the result. */
export async function postLong<Data>(
  path: keyof paths,
  form: FormData,
  onProgress: OnProgress,
  signal?: AbortSignal,
): Promise<Data> {
  try {
    const response = await globalThis.fetch(path, {
      method: 'POST',
      headers: { Accept: 'application/x-ndjson' },
      credentials: 'same-origin',
      body: form,
      signal: signal ?? null,
    })
    if (!response.ok) throw failed(response, await response.json().catch(() => null))
    for await (const text of lines(response)) {
      const line = JSON.parse(text) as Line<Data>
      if ('progress' in line) onProgress(line.progress)
      else if (line.success) return line.data
      else throw errorFrom(response, line)
    }
    throw new ApiError(0, 'offline', common.offline)
  } catch (thrown) {
    throw toApiError(thrown)
  }
}

async function* lines(response: Response): AsyncGenerator<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const chunk = await reader?.read()
    if (!chunk || chunk.done) break
    const parts = (rest + decoder.decode(chunk.value, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts.filter((part) => part.trim())
  }
  if (rest.trim()) yield rest
}
