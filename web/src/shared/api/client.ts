// The typed HTTP client: same origin, session cookie, one type of error. And the cache of what it reads.

import { QueryClient } from '@tanstack/react-query'
import createClient from 'openapi-fetch'
import { ApiError, errorFrom, toApiError } from './errors'
import type { paths } from './schema'
import { fetchWithTimeout } from './timeoutFetch'
import type { ResponseOf } from './types'

// Idempotency keys: sending a form again after a lost response does not create a second record.

/** The header with a form's key. */
export const keyed = (key: string | undefined) =>
  key === undefined ? {} : { headers: { 'Idempotency-Key': key } }

/** Calls by path and method, typed from the API document. Unwrap responses with `ok`. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: 'same-origin',
  headers: { Accept: 'application/json' },
  fetch: fetchWithTimeout,
})

type Reply<Data> = { data?: Data; error?: unknown; response: Response }

/** The data of a successful response; otherwise throws ApiError. A 401 ends the session here. */
export async function ok<Data>(call: Promise<Reply<Data>>): Promise<ResponseOf<Data>> {
  const asked = sessionNumber
  let answer: Reply<Data>
  try {
    answer = await call
  } catch (thrown) {
    throw toApiError(thrown)
  }
  const { data, error, response } = answer
  if (!response.ok) throw failed(response, error, asked)
  if (data === undefined) throw new ApiError(response.status, 'empty', response.statusText)
  return data as ResponseOf<Data>
}

let sessionEnded: () => void = () => undefined
/**
 * Counts the beginnings and ends of sessions in this page. A response says nothing about the session if
 * this changed since its request.
 */
export let sessionNumber = 0

/** A session has begun or ended. */
export function sessionChanged(): void {
  sessionNumber += 1
}

/** Sets the callback for the end of a session. */
export function onSessionEnd(happens: () => void): void {
  sessionEnded = happens
}

/** The error of a failed response. A 401 ends the session, if it still is the one (`asked`) of the request. */
export function failed(response: Response, body: unknown, asked: number): ApiError {
  const failure = errorFrom(response, body)
  if (endsSession(failure) && asked === sessionNumber) sessionEnded()
  return failure
}

/** Refusals of a login. They are 401 too, but do not affect the current session. */
const ofSignIn = ['bad-credentials', 'second-factor', 'wrong-code']

function endsSession(error: ApiError): boolean {
  return error.status === 401 && !ofSignIn.includes(error.reason)
}

/**
 * The cache of server data. It retries only temporary failures, and never queues calls while offline: a
 * call that cannot be sent fails immediately and visibly, instead of being sent later without being
 * asked for.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      // When the network is back, data is read again. Only actions are never repeated automatically.
      refetchOnReconnect: true,
      staleTime: 30_000,
      retry: (count, thrown) => {
        const { offline, reason, status } = toApiError(thrown)
        // A server that did not respond in time (`silent`) is not tried again: the user has waited.
        return count < 2 && ((offline && reason !== 'silent') || status === 503)
      },
    },
    mutations: { networkMode: 'always' },
  },
})
