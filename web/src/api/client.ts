// The typed HTTP client: same-origin, with the session cookie, one error shape.

import createClient from 'openapi-fetch'
import { ApiError, errorFrom, toApiError } from './errors'
import { patientFetch } from './patience'
import type { paths } from './schema'
import type { Sent } from './types'

/** Calls by path and method, typed from the API document. Unwrap answers with `ok`. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: 'same-origin',
  headers: { Accept: 'application/json' },
  fetch: patientFetch,
})

type Reply<Data> = { data?: Data; error?: unknown; response: Response }

/** The data of a successful answer; throws ApiError otherwise. A 401 ends the session here. */
export async function ok<Data>(call: Promise<Reply<Data>>): Promise<Sent<Data>> {
  const asked = session
  let answer: Reply<Data>
  try {
    answer = await call
  } catch (thrown) {
    throw toApiError(thrown)
  }
  const { data, error, response } = answer
  if (!response.ok) throw failed(response, error, asked)
  if (data === undefined) throw new ApiError(response.status, 'empty', response.statusText)
  return data as Sent<Data>
}

let sessionEnded: () => void = () => undefined
/** Counts the sessions of this page. */
let session = 0

/** Says that a session has begun: a 401 to a call made before says nothing about it. */
export function sessionBegan(): void {
  session += 1
}

/** Says what happens when an answer tells that the session is over. */
export function onSessionEnd(happens: () => void): void {
  sessionEnded = happens
}

/** The error of an answer with a failure status; ends the session in which it was asked, where it says so. */
export function failed(response: Response, body: unknown, asked = session): ApiError {
  const failure = errorFrom(response, body)
  if (endsSession(failure) && asked === session) sessionEnded()
  return failure
}

/** What a sign-in is refused for: a 401 too, but it says nothing about the session there is. */
const ofSignIn = ['bad-credentials', 'second-factor', 'wrong-code']

function endsSession(error: ApiError): boolean {
  return error.status === 401 && !ofSignIn.includes(error.reason)
}
