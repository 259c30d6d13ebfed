// Photographs reach the server exactly once, whatever the network does, and a submission waits for them.
import 'fake-indexeddb/auto'
import { sortBy } from 'es-toolkit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/shared/api/errors'
import { countPhotographs, forgetPhotographs } from '../kept'
import type { PhotographCalls } from './calls'
import { createPhotographs, HURRY } from './queue'
import { allPhotographs, dropPhotograph } from './store'

/** A server with the rules of the real one. */
class Server {
  held = new Map<string, string>()
  removed = new Set<string>()
  puts = 0
  /** What happens to the next calls: `lost` takes it in and loses the reply. */
  next: ('offline' | 'lost' | ApiError)[] = []
  closed = false

  calls: PhotographCalls = {
    list: async () =>
      [...this.held].map(([_id, theory]) => ({
        _id,
        theory,
        url: `/there/${_id}`,
        width: 1,
        height: 1,
        bytes: 1,
        addedAt: '',
      })),
    put: ({ id, theory }) =>
      this.call(() => {
        this.puts += 1
        if (this.closed) throw new ApiError(409, 'attempt-closed', 'The test has ended.')
        if (this.removed.has(id)) throw new ApiError(409, 'photograph-removed', 'Removed.')
        this.held.set(id, theory)
      }),
    remove: (_, id) =>
      this.call(() => {
        if (!this.held.delete(id)) throw new ApiError(404, 'not-found', 'Not found.')
        this.removed.add(id)
      }),
  }

  private async call(work: () => void) {
    const fate = this.next.shift()
    if (fate instanceof ApiError) throw fate
    if (fate === 'offline') throw new ApiError(0, 'offline', 'You are offline.')
    work()
    if (fate === 'lost') throw new ApiError(0, 'silent', 'You are offline.')
  }
}

let server: Server
const photograph = async () => new Blob(['jpeg'])
const open = (user = 'u1') => createPhotographs({ attempt: 'a1', user, calls: server.calls })
const states = async () => (await allPhotographs()).map(({ state }) => state)
const idle = () => vi.waitFor(async () => expect(await states()).not.toContain('waiting'))

beforeEach(() => {
  server = new Server()
})
afterEach(async () => {
  vi.useRealTimers()
  for (const { id } of await allPhotographs()) await dropPhotograph(id)
})

it('sends what is added, and shows it as sent', async () => {
  const queue = open()
  await queue.add('t1', photograph)
  await vi.waitFor(() => expect(queue.store.getState().shown[0]?.state).toBe('sent'))
  expect([...server.held.values()]).toEqual(['t1'])
  expect(queue.store.getState().link).toBe('up')
})

it('keeps it while offline, also over a reload, and sends it once the network is back', async () => {
  server.next = ['offline']
  const first = open()
  await first.add('t1', photograph)
  await vi.waitFor(() => expect(first.store.getState().link).toBe('offline'))
  first.stop()
  expect(await states()).toEqual(['waiting'])

  server.next = ['offline']
  const second = open()
  await second.start()
  expect(second.store.getState().shown.map(({ state }) => state)).toEqual(['waiting'])
  window.dispatchEvent(new Event('online'))
  await idle()
  expect(server.held.size).toBe(1)
  second.stop()
})

it('has one photograph on the server when a reply is lost', async () => {
  server.next = ['lost']
  const queue = open()
  await queue.add('t1', photograph)
  await vi.waitFor(() => expect(queue.store.getState().link).toBe('offline'))
  window.dispatchEvent(new Event('online'))
  await queue.beforeSubmit(() => false)
  expect([server.puts, server.held.size]).toEqual([2, 1])
  queue.stop()
})

it('removes what was never sent without a call, and what was sent with one', async () => {
  server.next = ['offline', 'offline']
  const queue = open()
  await queue.add('t1', photograph)
  await vi.waitFor(() => expect(queue.store.getState().link).toBe('offline'))
  const [waiting] = queue.store.getState().shown
  // It was tried: the server may have it.
  await queue.remove(waiting?.id ?? '')
  expect(queue.store.getState().shown).toEqual([])
  await vi.waitFor(() => expect(server.next).toEqual([]))
  await queue.beforeSubmit(() => false)
  expect([await states(), server.held.size]).toEqual([[], 0])

  await queue.add('t1', photograph)
  await idle()
  const [sent] = queue.store.getState().shown
  await queue.remove(sent?.id ?? '')
  await vi.waitFor(() => expect(server.removed.size).toBe(1))
  await vi.waitFor(async () => expect(await states()).toEqual([]))
  queue.stop()
})

it('removes a photograph that another device has added', async () => {
  server.held.set('from-elsewhere', 't1')
  const queue = open()
  await queue.look()
  expect(queue.store.getState().shown).toMatchObject([
    { id: 'from-elsewhere', state: 'sent', url: '/there/from-elsewhere', file: null },
  ])
  await queue.remove('from-elsewhere')
  await vi.waitFor(() => expect(server.held.size).toBe(0))
  expect(queue.store.getState().shown).toEqual([])
})

it('says why one is refused for good, and goes on with the others', async () => {
  server.next = [new ApiError(409, 'too-many-photographs', 'Three are enough.')]
  const queue = open()
  await queue.add('t1', photograph)
  await queue.add('t2', photograph)
  // Both were added in the same millisecond, or not: their order is open.
  const shown = () => sortBy(queue.store.getState().shown, [({ theory }) => theory])
  await vi.waitFor(() =>
    expect(shown()).toMatchObject([
      { state: 'refused', why: 'Three are enough.' },
      { state: 'sent' },
    ]),
  )
  expect(server.held.size).toBe(1)
  await queue.beforeSubmit(() => false)
})

it('lets a submission wait, and fail as it does itself without network', async () => {
  server.next = ['offline', 'offline']
  const queue = open()
  const added = queue.add('t1', photograph)
  await expect(queue.beforeSubmit(() => false)).rejects.toMatchObject({ status: 0 })
  await added
  await queue.beforeSubmit(() => false).catch(() => undefined)
  await queue.beforeSubmit(() => false)
  expect(server.held.size).toBe(1)
  queue.stop()
})

it('never holds up a submission for longer than the server waits once the time is up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const calls = { ...server.calls, put: () => new Promise<never>(() => undefined) }
  const queue = createPhotographs({ attempt: 'a1', user: 'u1', calls })
  void queue.add('t1', photograph)
  let timeUp = false
  let submitted = false
  void queue
    .beforeSubmit(() => timeUp)
    .then(() => {
      submitted = true
    })
  await vi.advanceTimersByTimeAsync(5 * HURRY)
  expect(submitted).toBe(false)
  timeUp = true
  await vi.advanceTimersByTimeAsync(HURRY - 1_000)
  expect(submitted).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(submitted).toBe(true)
  queue.stop()
})

it('lets go of a submission that its student has called off', async () => {
  const calls = { ...server.calls, put: () => new Promise<never>(() => undefined) }
  const queue = createPhotographs({ attempt: 'a1', user: 'u1', calls })
  void queue.add('t1', photograph)
  const calledOff = new AbortController()
  const waiting = queue.beforeSubmit(() => false, calledOff.signal)
  calledOff.abort(new Error('called off'))
  await expect(waiting).rejects.toThrow('called off')
  queue.stop()
})

it('tells after the end how many came too late, and forgets all of the test', async () => {
  server.next = ['offline']
  const queue = open()
  await queue.add('t1', photograph)
  await vi.waitFor(() => expect(queue.store.getState().link).toBe('offline'))
  server.closed = true
  expect(await queue.finish(false)).toBe(1)
  expect(await states()).toEqual([])
})

it('forgets the photographs of a cancelled test without a word', async () => {
  server.next = ['offline']
  const queue = open()
  await queue.add('t1', photograph)
  expect(await queue.finish(true)).toBe(0)
  expect(await states()).toEqual([])
})

it('shows and sends nothing of another student', async () => {
  server.next = ['offline']
  const first = open()
  await first.add('t1', photograph)
  await vi.waitFor(() => expect(first.store.getState().link).toBe('offline'))
  first.stop()
  const other = open('u2')
  await other.start()
  expect(other.store.getState().shown).toEqual([])
  expect(server.held.size).toBe(0)
  other.stop()
})

it('waits while somebody else is signed in', async () => {
  let owner = 'u2'
  const queue = createPhotographs({
    attempt: 'a1',
    user: 'u1',
    calls: server.calls,
    owner: () => owner,
  })
  await queue.add('t1', photograph)
  await vi.waitFor(() => expect(queue.store.getState().link).toBe('signed-out'))
  expect(server.puts).toBe(0)
  owner = 'u1'
  await queue.beforeSubmit(() => false)
  expect(server.held.size).toBe(1)
})

it('counts what waits for closed windows, and forgets the rest at logout', async () => {
  server.next = ['offline']
  const queue = open()
  await queue.add('t1', photograph)
  await vi.waitFor(() => expect(queue.store.getState().link).toBe('offline'))
  queue.stop()
  expect(await countPhotographs('u1')).toEqual(new Map([['a1', 1]]))
  expect(await countPhotographs('u2')).toEqual(new Map())
  await forgetPhotographs(null)
  await forgetPhotographs('u2')
  expect(await states()).toEqual(['waiting'])
  await forgetPhotographs('u1')
  expect(await states()).toEqual([])

  const sent = open()
  await sent.add('t1', photograph)
  await idle()
  await forgetPhotographs(null)
  expect(await states()).toEqual([])
})
