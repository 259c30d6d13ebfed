// A fetch for tests: answers by "METHOD /path" (without /api/v1), remembers what was asked.
import { vi } from 'vitest'

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  body: unknown
}

type Reply = Record<string, unknown> | Response | Error
type Handler = Reply | ((asked: Asked) => Reply | Promise<Reply>)

const over = new WeakSet<Asked>()

/** Whether a call has its answer, or was given up. */
export const isOver = (asked: Asked) => over.has(asked)

/** Puts the fake in fetch's place; a call that has no answer fails the test. */
export function fakeApi(handlers: Record<string, Handler>): Asked[] {
  const log: Asked[] = []
  vi.stubGlobal('fetch', async (request: Request | string, init?: RequestInit) => {
    const plain = typeof request === 'string'
    const url = new URL(plain ? request : request.url, window.location.origin)
    const path = url.pathname.replace('/api/v1', '')
    const asked: Asked = {
      method: (plain ? init?.method : request.method) ?? 'GET',
      path,
      query: url.searchParams,
      headers: new Headers(plain ? init?.headers : request.headers),
      body: plain ? formOf(init) : await jsonOf(request),
    }
    log.push(asked)
    const handler = handlers[`${asked.method} ${path}`]
    if (handler === undefined) throw new Error(`No answer for ${asked.method} ${path}`)
    const signal = init?.signal ?? (plain ? null : request.signal)
    const reply = await Promise.race([
      typeof handler === 'function' ? handler(asked) : handler,
      new Promise<never>((_, reject) => {
        if (signal?.aborted) reject(signal.reason)
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
    ]).finally(() => over.add(asked))
    if (reply instanceof Error) throw reply
    return reply instanceof Response ? reply.clone() : json({ success: true, ...reply })
  })
  return log
}

async function jsonOf(request: Request): Promise<unknown> {
  const text = await request.text()
  return text ? JSON.parse(text) : null
}

/** An upload's fields, by name. */
const formOf = (init?: RequestInit) =>
  init?.body instanceof FormData ? Object.fromEntries(init.body.entries()) : null

/** JSON lines, as long work answers. */
export const lines = (...all: unknown[]) =>
  new Response(all.map((line) => `${JSON.stringify(line)}\n`).join(''), {
    headers: { 'Content-Type': 'application/x-ndjson' },
  })

/** A failure as the server words it. */
export function failure(status: number, reason: string, errMessage: string, fields = {}) {
  return json({ success: false, errMessage, reason, ...fields }, status)
}

/** No answer at all. */
export const offline = () => new TypeError('Failed to fetch')

/** Never answers or fails, until the caller gives up. */
export const hang = () => new Promise<never>(() => undefined)

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json' },
  })
}
