// Builds and sends error reports. Loaded with the first error.

import { ApiError } from './errors'

/** The body of `POST /api/v1/client-errors`. */
interface ClientError {
  message: string
  stack?: string
  path: string
  version?: string
}

/**
 * Maximum number of reports per page load: an error in a loop must not use up the student's data.
 */
const MOST = 5
const LONGEST_MESSAGE = 500
const LONGEST_STACK = 4_000

const sent = new Set<string>()

/**
 * Reports an error thrown in the app with the main script `script`, once per page load however
 * often it occurs. Responses of the server, aborted calls and files that could not be loaded are
 * not errors of the app.
 */
export function report(thrown: unknown, script: string): void {
  const fault = thrown instanceof ApiError ? thrown.cause : thrown
  const { message, stack } = described(fault)
  if (fault === undefined || !isFault(message) || sent.has(message) || sent.size >= MOST) return
  sent.add(message)
  const body: ClientError = {
    message: message.slice(0, LONGEST_MESSAGE),
    path: pathToReport(window.location.pathname),
    version: fileName(script),
    ...(stack && { stack: stack.slice(0, LONGEST_STACK) }),
  }
  void send(body)
}

async function send(body: ClientError): Promise<void> {
  try {
    await fetch('/api/v1/client-errors', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
      // The page may be unloading.
      keepalive: true,
    })
  } catch {
    // Offline: the report is lost.
  }
}

/** The path without secrets: links in mails contain a token. */
export const pathToReport = (path: string) =>
  path.replace(/^(\/password\/reset|\/admin\/reset-password|\/activate-account)\/.*/, '$1/:token')

function described(thrown: unknown): { message: string; stack?: string | undefined } {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  return { message: `${thrown.name}: ${thrown.message}`, stack: thrown.stack }
}

function isFault(message: string): boolean {
  // A chunk or style sheet that could not be loaded; a script of an extension or another host; a
  // delayed observer.
  return !/^(AbortError|NoAnswer)|dynamically imported|preload CSS|Importing a module|^Script error|ResizeObserver/.test(
    message,
  )
}

const fileName = (address: string) => address.split('/').at(-1)?.split('?')[0]
