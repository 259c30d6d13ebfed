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
    /** HTTP status; 0 when no answer came (offline, server down). */
    readonly status: number,
    /** Machine-readable slug, e.g. `bad-credentials`, `stale-revision`; `offline` or `silent` for status 0. */
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

/** A line that said nothing for too long. */
export class Silence extends TypeError {
  override name = 'Silence'
}

/** Anything thrown, as an ApiError. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  // fetch rejects with a TypeError when no answer came.
  if (thrown instanceof TypeError) {
    return new ApiError(0, thrown instanceof Silence ? 'silent' : 'offline', common.offline)
  }
  return new ApiError(-1, 'unexpected', common.failed)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
