// A device that is set up for practice without internet knows who was here last.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '@/shared/api/client'
import { endSession } from '@/shared/session/endSession'
import { loadSession, watchSession } from '@/shared/session/session'
import { getSession, useSession } from '@/shared/session/useSession'
import { admin, attempt, student } from '@/testing/data'
import { failure, fakeApi, hang, offline } from '@/testing/fakeApi'
import { keepStudent, lastStudent, startBackground } from './background'
import { allKeys, disconnect, put } from './database'
import { isInUse } from './inUse'
import { createKey, keyOf } from './sealing'

const stops: (() => void)[] = []
const begin = () => {
  const stop = startBackground()
  stops.push(stop)
  return stop
}

beforeEach(async () => {
  await disconnect()
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

it('keeps the last student, and nobody of the back office', () => {
  expect([isInUse(), lastStudent()]).toEqual([false, null])
  keepStudent(admin)
  expect(isInUse()).toBe(false)
  keepStudent(student)
  expect([isInUse(), lastStudent()]).toEqual([true, student])
  localStorage.setItem('sabi.offline', '{"_id":"u1"}')
  expect(lastStudent()).toBeNull()
})

it('opens for them when the server cannot be reached, and asks again once it can', async () => {
  keepStudent(student)
  fakeApi({ 'GET /me': offline() })
  begin()
  await loadSession()
  expect(getSession()).toMatchObject({ is: 'in', user: student, isAssumed: true })
  const other = { ...student, first_name: 'Ada' }
  fakeApi({ 'GET /me': { user: other } })
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(getSession()).toEqual({ is: 'in', user: other, isAssumed: false }))
  expect(lastStudent()?.first_name).toBe('Ada')
})

it('does not wait long for a server that says nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  keepStudent(student)
  fakeApi({ 'GET /me': hang })
  begin()
  void loadSession()
  expect(getSession().is).toBe('unknown')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(getSession()).toMatchObject({ is: 'in', isAssumed: true })
})

it('opens for nobody where the device is not set up', async () => {
  fakeApi({ 'GET /me': offline() })
  begin()
  await loadSession()
  expect(getSession().is).toBe('failed')
})

it('keeps everything when the session has ended by itself', async () => {
  keepStudent(student)
  useSession.getState().signedIn(student)
  begin()
  await createKey('u1', null)
  fakeApi({ 'GET /me': failure(401, 'unauthorized', 'Log in') })
  await loadSession()
  expect(getSession()).toMatchObject({ is: 'out', why: 'expired' })
  expect(await keyOf('u1')).not.toBeNull()
  expect(lastStudent()).toEqual(student)
})

it('deletes key, packs, tests and what was read at a logout', async () => {
  keepStudent(student)
  useSession.getState().signedIn(student)
  begin()
  await createKey('u1', null)
  await createKey('u2', null)
  await put('packs', ['u1', 'p1'], new ArrayBuffer(1))
  await put('tests', ['u1', 't1'], {})
  fakeApi({ 'POST /logout': {} })
  await endSession()
  expect([isInUse(), lastStudent()]).toEqual([false, null])
  await vi.waitFor(async () => expect(await allKeys('keys', 'u1')).toEqual([]))
  expect([await allKeys('packs', 'u1'), await allKeys('tests', 'u1')]).toEqual([[], []])
  expect(await keyOf('u2')).not.toBeNull()
})

it('keeps somebody else who signs in on the same phone apart', async () => {
  keepStudent(student)
  useSession.getState().signedIn(student)
  begin()
  const next = { ...student, _id: 'u2' }
  const stop = watchSession()
  useSession.getState().expire()
  useSession.getState().signedIn(next)
  expect(lastStudent()?._id).toBe('u2')
  stop()
})

it('shuts the packs of a mock as the server names it', async () => {
  keepStudent(student)
  useSession.getState().signedIn(student)
  begin()
  const mock = attempt({ assessment: { _id: 'm3', title: 'Mock', slug: 'mock' } as never })
  const queryKey = ['attempts', 'running']
  await queryClient.fetchQuery({ queryKey, queryFn: async () => [mock] })
  await vi.waitFor(async () => expect(await allKeys('locks', 'u1')).toHaveLength(1))
  // What this device puts there itself says nothing of the server.
  queryClient.setQueryData(queryKey, [])
  await queryClient.fetchQuery({ queryKey, queryFn: async () => [mock], staleTime: 0 })
  expect(await allKeys('locks', 'u1')).toHaveLength(1)
  await new Promise((later) => setTimeout(later, 2))
  await queryClient.fetchQuery({ queryKey, queryFn: async () => [], staleTime: 0 })
  await vi.waitFor(async () => expect(await allKeys('locks', 'u1')).toEqual([]))
})

it('opens the packs of a mock that is over as the server said before this code was loaded', async () => {
  keepStudent(student)
  useSession.getState().signedIn(student)
  const subjects = ['s1']
  await put('locks', ['u1', 'before'], { subjects, at: performance.timeOrigin - 1_000 })
  await put('locks', ['u1', 'since'], { subjects, at: performance.timeOrigin + 1 })
  const queryKey = ['attempts', 'running']
  await queryClient.fetchQuery({ queryKey, queryFn: async () => [], staleTime: 0 })
  begin()
  await vi.waitFor(async () => expect(await allKeys('locks', 'u1')).toEqual([['u1', 'since']]))
})

it('follows a list of running tests that arrives before the server has named the student', async () => {
  keepStudent(student)
  await put('locks', ['u1', 'over'], { subjects: ['s1'], at: Date.now() - 1_000 })
  begin()
  const queryKey = ['attempts', 'running']
  await queryClient.fetchQuery({ queryKey, queryFn: async () => [], staleTime: 0 })
  expect(getSession().is).toBe('unknown')
  fakeApi({ 'GET /me': { user: student } })
  await loadSession()
  await vi.waitFor(async () => expect(await allKeys('locks', 'u1')).toEqual([]))
})
