// The error type of the web app, built from the server's failure envelope `{success: false,
// errMessage, reason, <field>: message}` (rulings 1 and 2).

import { common } from '@/shared/i18n/common'
import type { Failure } from './types'

/** Field name → message of the server. */
export type FieldErrors = Record<string, string>

const envelope = new Set(['success', 'errMessage', 'reason', 'code'])

/** A failed call. Branch on `status` and `reason`, never on the text. */
export class ApiError extends Error {
  override name = 'ApiError'

  constructor(
    /**
     * HTTP status; 0 without a response (offline, server down), -1 for an error in the app itself.
     */
    readonly status: number,
    /** Machine-readable slug, e.g. `bad-credentials`, `stale-revision`; `offline` or `silent` for status 0, `aborted` or `broken` for -1. */
    readonly reason: string,
    /** The message for the user. */
    readonly errMessage: string,
    /** Messages by field, to show under inputs. */
    readonly fields: FieldErrors = {},
    /** The whole body, for responses with more fields (`revision`, `quizId`, `code`). */
    readonly body: Partial<Failure> = {},
    /** Seconds to wait, from Retry-After. */
    readonly retryAfter: number | null = null,
  ) {
    super(errMessage)
  }

  /** Whether there was no response, so the call may be retried. */
  get offline(): boolean {
    return this.status === 0
  }
}

/** Builds the error of a failed response. */
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

/** A request without a complete response. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  constructor(
    /** `silent` if the network did not respond for too long. */
    readonly reason: 'offline' | 'silent',
  ) {
    super(reason)
  }
}

/**
 * Converts anything thrown to an ApiError. An error in the app itself becomes `broken`, with the
 * thrown value as its cause.
 */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof NoAnswer) return new ApiError(0, thrown.reason, common.offline)
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : ''
  // Aborted by the caller or by leaving the page: not an error.
  const reason = name === 'AbortError' ? 'aborted' : 'broken'
  const error = new ApiError(-1, reason, common.failed)
  error.cause = thrown
  return error
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
