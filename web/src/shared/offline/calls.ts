// The calls of practice without internet: for packs of questions, and to hand in tests.
import { failed, sessionNumber } from '@/shared/api/client'
import { ApiError, toApiError } from '@/shared/api/errors'
import { fetchWithTimeout } from '@/shared/api/timeoutFetch'
import type { OfflineTest, Pack, PackList, SyncedTest } from './database'

/** The packs of an exam that the student may hold; of a university where the exam has one each. */
export const findPacks = (examId: string, university: string | null, signal?: AbortSignal) =>
  read<PackList>('/api/v1/me/packs', { examId, university }, signal)

/** A pack: all questions, none (to compare), or these; at most 25. */
export const findPack = (
  { examId, university, id }: { examId: string; university: string | null; id: string },
  only: 'all' | 'none' | string[],
  signal?: AbortSignal,
) =>
  read<Pack>(
    `/api/v1/me/packs/${encodeURIComponent(id)}`,
    { examId, university, only: only === 'all' ? null : String(only) },
    signal,
  )

/** Hands in tests that were taken without internet, 1 to 20; answers in the same order. */
export const postTests = (tests: OfflineTest[]) =>
  call<SyncedTest[]>(new URL('/api/v1/me/offline', window.location.origin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ tests }),
  })

function read<Data>(path: string, query: Record<string, string | null>, signal?: AbortSignal) {
  const url = new URL(path, window.location.origin)
  for (const [name, value] of Object.entries(query)) {
    if (value !== null) url.searchParams.set(name, value)
  }
  return call<Data>(url, signal ? { signal } : {})
}

interface Init {
  method?: 'POST'
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal
}

async function call<Data>(url: URL, init: Init): Promise<Data> {
  const headers = { Accept: 'application/json', ...init.headers }
  const asked = sessionNumber
  try {
    const request = new Request(url, { credentials: 'same-origin', ...init, headers })
    const response = await fetchWithTimeout(request)
    const body: unknown = await response.json().catch(() => null)
    if (!response.ok) throw failed(response, body, asked)
    const data = (body as { data?: Data } | null)?.data
    if (data === undefined) throw new ApiError(response.status, 'empty', response.statusText)
    return data
  } catch (thrown) {
    throw toApiError(thrown)
  }
}
