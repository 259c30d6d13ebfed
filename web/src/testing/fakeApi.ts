// A fetch for tests: answers by "METHOD /path" (without /api/v1), remembers what was asked.
import { vi } from 'vitest'

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
}

type Reply = Record<string, unknown> | Response | Error
type Handler = Reply | ((asked: Asked) => Reply | Promise<Reply>)

/** Puts the fake in fetch's place; a call that has no answer fails the test. */
export function fakeApi(handlers: Record<string, Handler>): Asked[] {
  const log: Asked[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const url = new URL(request.url)
    const path = url.pathname.replace('/api/v1', '')
    const text = await request.text()
    const asked: Asked = {
      method: request.method,
      path,
      query: url.searchParams,
      body: text ? JSON.parse(text) : null,
    }
    log.push(asked)
    const handler = handlers[`${request.method} ${path}`]
    if (handler === undefined) throw new Error(`No answer for ${request.method} ${path}`)
    const reply = typeof handler === 'function' ? await handler(asked) : handler
    if (reply instanceof Error) throw reply
    return reply instanceof Response ? reply : json({ success: true, ...reply })
  })
  return log
}

/** A failure as the server words it. */
export function failure(status: number, reason: string, errMessage: string, fields = {}) {
  return json({ success: false, errMessage, reason, ...fields }, status)
}

/** No answer at all. */
export const offline = () => new TypeError('Failed to fetch')

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json' },
  })
}
