// The one error shape, and what a 401 does to the session.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { common } from '@/shared/i18n/common'
import { getSession, useSession } from '@/shared/session/useSession'
import { student } from '@/testing/data'
import { failure, fakeApi, hang, offline } from '@/testing/fakeApi'
import { api, ok } from './client'
import { ApiError, errorFrom, NoAnswer, toApiError } from './errors'
import { postForm } from './lines'
import { fetchWithTimeout, replyTimeout, SLOWEST } from './timeoutFetch'

const me = () => ok(api.GET('/api/v1/me'))
const caught = (call: Promise<unknown>) => call.then(() => null, toApiError)

describe('ok', () => {
  it('gives the data', async () => {
    fakeApi({ 'GET /me': { user: student } })
    expect((await me()).user).toEqual(student)
  })

  it('ends the session on a 401', async () => {
    useSession.getState().signedIn(student)
    fakeApi({ 'GET /me': failure(401, 'unauthenticated', 'Unauthorised access') })
    expect((await caught(me()))?.status).toBe(401)
    expect(getSession()).toMatchObject({ is: 'out', why: 'expired' })
  })

  it.each(['bad-credentials', 'second-factor', 'wrong-code'])(
    'keeps the session over a sign-in that is refused: %s',
    async (reason) => {
      useSession.getState().signedIn(student)
      fakeApi({ 'GET /me': failure(401, reason, 'Invalid email or password') })
      await caught(me())
      expect(getSession().is).toBe('in')
    },
  )

  it('keeps a session that began after the call', async () => {
    useSession.getState().signedIn(student)
    fakeApi({
      'GET /me': () => {
        useSession.getState().signedIn(student)
        return failure(401, 'unauthenticated', 'Unauthorised access')
      },
      'POST /admin/questions/import': () => {
        useSession.getState().signedIn(student)
        return failure(401, 'unauthenticated', 'Unauthorised access')
      },
    })
    await caught(me())
    expect(getSession().is).toBe('in')
    await caught(postForm('/api/v1/admin/questions/import', new FormData()))
    expect(getSession().is).toBe('in')
  })

  it('is offline when no answer comes', async () => {
    fakeApi({ 'GET /me': offline() })
    const error = await caught(me())
    expect(error).toMatchObject({ status: 0, reason: 'offline', offline: true })
  })

  it('survives a failure that is no JSON', async () => {
    fakeApi({ 'GET /me': new Response('<h1>Bad gateway</h1>', { status: 502 }) })
    expect(await caught(me())).toMatchObject({ status: 502, reason: 'unknown' })
  })
})

describe('errorFrom', () => {
  it('reads words, reason, fields and the time to wait', () => {
    const response = new Response(null, { status: 429, headers: { 'Retry-After': '30' } })
    const body = {
      success: false,
      errMessage: 'Slow down',
      reason: 'too-many',
      code: 11000,
      email: 'Email is required',
      revision: 7,
    }
    const error = errorFrom(response, body)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 429,
      reason: 'too-many',
      errMessage: 'Slow down',
      fields: { email: 'Email is required' },
      retryAfter: 30,
    })
    expect(error.body.revision).toBe(7)
  })
})

describe('patience', () => {
  const ms = replyTimeout.ms
  afterEach(() => {
    replyTimeout.ms = ms
  })

  it('gives a file time by its size, also where requests have no keepalive', async () => {
    replyTimeout.ms = 20
    vi.stubGlobal('fetch', async (_: Request, { signal }: RequestInit) => {
      await new Promise((later) => setTimeout(later, 60))
      signal?.throwIfAborted()
      return new Response(null, { status: 204 })
    })
    const body = new Uint8Array(SLOWEST * 1_000)
    const request = new Request('http://localhost/file', { method: 'PUT', body })
    Object.defineProperty(request, 'keepalive', { value: undefined })
    expect((await fetchWithTimeout(request)).status).toBe(204)
  })

  it('gives a line up that says nothing', async () => {
    replyTimeout.ms = 20
    fakeApi({ 'GET /me': hang })
    expect(await caught(me())).toMatchObject({ status: 0, reason: 'silent', offline: true })
  })

  it('gives an answer up that stops in the middle', async () => {
    replyTimeout.ms = 20
    vi.stubGlobal('fetch', async (_: Request, { signal }: RequestInit) => {
      const body = new ReadableStream({
        start: (to) => signal?.addEventListener('abort', () => to.error(signal.reason)),
      })
      return new Response(body, { headers: { 'Content-Type': 'application/json' } })
    })
    expect(await caught(me())).toMatchObject({ status: 0, reason: 'silent' })
  })

  it('passes on that its caller has given up, before and meanwhile', async () => {
    fakeApi({ 'GET /me': hang })
    const calling = new AbortController()
    const call = ok(api.GET('/api/v1/me', { signal: calling.signal }))
    calling.abort(new NoAnswer('silent'))
    expect(await caught(call)).toMatchObject({ status: 0, reason: 'silent' })
    const late = ok(api.GET('/api/v1/me', { signal: calling.signal }))
    expect(await caught(late)).toMatchObject({ status: 0 })
  })
})

it('calls only a failed request a problem of the connection', async () => {
  fakeApi({ 'GET /me': offline() })
  expect(await caught(me())).toMatchObject({
    status: 0,
    reason: 'offline',
    errMessage: common.offline,
  })
  const bug = new TypeError('Object.hasOwn is not a function')
  expect(toApiError(bug)).toMatchObject({ status: -1, reason: 'broken', errMessage: common.failed })
  expect(toApiError(new DOMException('', 'AbortError'))).toMatchObject({ reason: 'aborted' })
})

it('reads an answer that is cut off as no answer', async () => {
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream({ start: (to) => to.error(new TypeError('network error')) })
    return new Response(body, { headers: { 'Content-Type': 'application/json' } })
  })
  expect(await caught(me())).toMatchObject({ status: 0, reason: 'offline' })
})

it('lets a late 401 of an earlier session end no later one', async () => {
  let answer: (response: Response) => void = () => undefined
  const late = new Promise<Response>((resolve) => {
    answer = resolve
  })
  fakeApi({ 'GET /me': () => late })
  const call = caught(me())
  useSession.getState().signedIn(student)
  answer(failure(401, 'unauthenticated', 'Your session has expired'))
  expect(await call).toMatchObject({ status: 401 })
  expect(getSession().is).toBe('in')
  expect(await caught(me())).toMatchObject({ status: 401 })
  expect(getSession().is).toBe('out')
})
