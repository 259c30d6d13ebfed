// The one error shape of the web app, made from the server's failure envelope
// `{success: false, errMessage, reason, <field>: message}` (rulings 1 and 2).

import { common } from '@/i18n/common'
import type { Failure } from './types'

/** Field name → message, as the server words it. */
export type FieldErrors = Record<string, string>

const envelope = new Set(['success', 'errMessage', 'reason', 'code'])

/** A call that did not succeed. Branch on `status` and `reason`, never on the text. */
export class ApiError extends Error {
  override name = 'ApiError'

  constructor(
    /** HTTP status; 0 when no answer came (offline, server down), -1 when the app itself failed. */
    readonly status: number,
    /** Machine-readable slug, e.g. `bad-credentials`, `stale-revision`; `offline` or `silent` for status 0, `aborted` or `broken` for -1. */
    readonly reason: string,
    /** Words for the user. */
    readonly errMessage: string,
    /** Messages by field, to put under inputs. */
    readonly fields: FieldErrors = {},
    /** The whole body, for answers that carry more (`revision`, `quizId`, `code`). */
    readonly body: Partial<Failure> = {},
    /** Seconds to wait, from Retry-After. */
    readonly retryAfter: number | null = null,
  ) {
    super(errMessage)
  }

  /** Whether no answer came at all: the call may be tried again. */
  get offline(): boolean {
    return this.status === 0
  }
}

/** Builds the error from an answer with a failure status. */
export function errorFrom(response: Response, body: unknown): ApiError {
  const map: Partial<Failure> = isRecord(body) ? body : {}
  const fields: FieldErrors = {}
  for (const [key, value] of Object.entries(map)) {
    if (!envelope.has(key) && typeof value === 'string') fields[key] = value
  }
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ApiError(
    response.status,
    typeof map.reason === 'string' ? map.reason : 'unknown',
    typeof map.errMessage === 'string' ? map.errMessage : common.failed,
    fields,
    map,
    Number.isFinite(retryAfter) ? retryAfter : null,
  )
}

/** A request to which no answer came, or only part of one. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  constructor(
    /** `silent` where the network said nothing for too long. */
    readonly reason: 'offline' | 'silent',
  ) {
    super(reason)
  }
}

/** Anything thrown, as an ApiError. A fault of the app's own is `broken`, never a problem of the network, with what was thrown as its cause. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof NoAnswer) return new ApiError(0, thrown.reason, common.offline)
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : ''
  // Called off, by the caller or by leaving the page: nothing is broken.
  const reason = name === 'AbortError' ? 'aborted' : 'broken'
  const error = new ApiError(-1, reason, common.failed)
  error.cause = thrown
  return error
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
