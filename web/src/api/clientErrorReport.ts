// The report of a fault: what is one, and what is sent of it. Loaded with the first fault.

import { ApiError } from './errors'

/** As `POST /api/v1/client-errors` takes it. */
interface ClientError {
  message: string
  stack?: string
  path: string
  version?: string
}

/** Reports sent at most by one page: a fault in a loop must not cost the student's data. */
const MOST = 5
const LONGEST_MESSAGE = 500
const LONGEST_STACK = 4_000

const sent = new Set<string>()

/**
 * Reports something thrown in the app whose main script is `script`, once a page however often it comes. Answers of the server, calls that were
 * given up and files that could not be loaded are no faults of the app.
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
      // The page may be on its way out.
      keepalive: true,
    })
  } catch {
    // Offline: what cannot be reported is lost.
  }
}

/** The address without what only its owner may know: links of mails carry a token. */
export const pathToReport = (path: string) =>
  path.replace(/^(\/password\/reset|\/admin\/reset-password|\/activate-account)\/.*/, '$1/:token')

function described(thrown: unknown): { message: string; stack?: string | undefined } {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  return { message: `${thrown.name}: ${thrown.message}`, stack: thrown.stack }
}

function isFault(message: string): boolean {
  // A chunk or a style sheet that could not be loaded; a script of an extension or another host; an
  // observer that lagged behind.
  return !/^(AbortError|NoAnswer)|dynamically imported|preload CSS|Importing a module|^Script error|ResizeObserver/.test(
    message,
  )
}

const fileName = (address: string) => address.split('/').at(-1)?.split('?')[0]
