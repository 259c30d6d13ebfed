// What is kept on the device: both places agree, a broken text is no answer, one user's
// answers are not another's, and nothing comes back after it was erased.
import 'fake-indexeddb/auto'
import { createStore, set } from 'idb-keyval'
import { expect, it, vi } from 'vitest'
import { emptyOutbox, putAnswer } from './outbox'
import {
  openAttemptStore,
  parseKept,
  readAllKept,
  readOfflineCopy,
  type StoredAttempt,
  writeOfflineCopy,
} from './storage'
import { attemptOf, paper } from './testing/fixtures'

const kept = (value: string, at: number, user = 'u1'): StoredAttempt => ({
  user,
  outbox: putAnswer(emptyOutbox, 'q1', 'question', value, at),
  place: 'q1',
  revealed: {},
  clock: { offset: 0, last: 0 },
})

it('reads back what it kept, from either place', async () => {
  const attemptStore = openAttemptStore('k1', 'u1')
  expect(await attemptStore.write(kept('a', 1))).toBe('disk')
  expect(attemptStore.readNow()).toEqual(kept('a', 1))
  localStorage.clear()
  expect(await openAttemptStore('k1', 'u1').read()).toEqual(kept('a', 1))
})

it('merges the two places, so that the later answer is there whichever was behind', async () => {
  const attemptStore = openAttemptStore('k2', 'u1')
  await attemptStore.write(kept('old', 1))
  localStorage.setItem('sabi.attempt.k2', JSON.stringify(kept('new', 2)))
  expect((await attemptStore.read())?.outbox.answers.q1?.value).toBe('new')
  // And what another tab kept is not written over.
  await attemptStore.write(kept('old', 1))
  expect(attemptStore.readNow()?.outbox.answers.q1?.value).toBe('new')
})

it('says so when the browser keeps nothing', async () => {
  const attemptStore = openAttemptStore('k3', 'u1')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await attemptStore.write(kept('a', 1))).toBe('disk')
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('refused', 'InvalidStateError')
  })
  expect(await attemptStore.write(kept('b', 2))).toBe('memory')
})

it("does not show one user's answers to another", async () => {
  await openAttemptStore('k4', 'u1').write(kept('a', 1))
  const other = openAttemptStore('k4', 'u2')
  expect(await other.read()).toBeNull()
  await writeOfflineCopy({ user: 'u1', attempt: attemptOf({ _id: 'k4' }), paper })
  expect(await readOfflineCopy('k4', 'u2')).toBeNull()
  expect((await readOfflineCopy('k4', 'u1'))?.paper).toEqual(paper)
  expect((await readOfflineCopy('k4', null))?.user).toBe('u1')
})

it('erases all of it, and writes nothing after', async () => {
  const attemptStore = openAttemptStore('k5', 'u1')
  await writeOfflineCopy({ user: 'u1', attempt: attemptOf({ _id: 'k5' }), paper })
  void attemptStore.write(kept('a', 1))
  await attemptStore.erase()
  await attemptStore.write(kept('b', 2))
  expect(await openAttemptStore('k5', 'u1').read()).toBeNull()
  expect(await readOfflineCopy('k5', 'u1')).toBeNull()
})

it("never writes over what is somebody else's, nor erases it", async () => {
  await openAttemptStore('k7', 'u1').write(kept('a', 1))
  await writeOfflineCopy({ user: 'u1', attempt: attemptOf({ _id: 'k7' }), paper })
  const other = openAttemptStore('k7', 'u2')
  expect(await other.write(kept('b', 2, 'u2'))).toBe('memory')
  await other.erase()
  expect(openAttemptStore('k7', 'u1').readNow()).toEqual(kept('a', 1))
  // In the deeper place too, where the nearer one has nothing.
  localStorage.clear()
  await openAttemptStore('k7', 'u2').write(kept('b', 2, 'u2'))
  await openAttemptStore('k7', 'u2').erase()
  expect(await openAttemptStore('k7', 'u1').read()).toEqual(kept('a', 1))
  expect((await readOfflineCopy('k7', 'u1'))?.user).toBe('u1')
})

it('still writes the newest answers when the write before them fails', async () => {
  const attemptStore = openAttemptStore('k8', 'u1')
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('closing', 'InvalidStateError')
  })
  await Promise.all([attemptStore.write(kept('a', 1)), attemptStore.write(kept('b', 2))])
  localStorage.clear()
  expect(await openAttemptStore('k8', 'u1').read()).toEqual(kept('b', 2))
})

it('tells of another tab, and of its erasing', () => {
  const heard: (StoredAttempt | null)[] = []
  const stop = openAttemptStore('k6', 'u1').watch((value) => heard.push(value))
  const tell = (key: string, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  tell('sabi.attempt.k6', JSON.stringify(kept('a', 1)))
  tell('sabi.attempt.other', JSON.stringify(kept('b', 1)))
  tell('sabi.attempt.k6', JSON.stringify(kept('c', 1, 'u2')))
  tell('sabi.attempt.k6', null)
  stop()
  tell('sabi.attempt.k6', null)
  expect(heard).toEqual([kept('a', 1), null])
})

it.each(
  [
    ['', '{', 'null', '[]', '{"user":"u1"}'],
    JSON.stringify({ ...kept('a', 1), outbox: { ...emptyOutbox, answers: { q1: 3 } } }),
    JSON.stringify({ ...kept('a', 1), clock: null }),
  ].flat(),
)('takes %s for nothing', (text) => expect(parseKept(text)).toBeNull())

it('waits for no database whose opening says nothing', async () => {
  // A module that has not opened it yet.
  vi.resetModules()
  const fresh = await import('./storage')
  const silent = vi.spyOn(indexedDB, 'open').mockImplementation(() => ({}) as IDBOpenDBRequest)
  vi.useFakeTimers()
  try {
    const done: unknown[] = []
    const attemptStore = fresh.openAttemptStore('k-unopened', 'u1')
    void attemptStore.read().then((found) => done.push(found))
    void fresh.readOfflineCopy('k-unopened', 'u1').then((copy) => done.push(copy))
    void attemptStore.write(kept('a', 1)).then((where) => done.push(where))
    await vi.advanceTimersByTimeAsync(3_100)
    expect(silent).toHaveBeenCalled()
    expect(done).toHaveLength(3)
    expect(done).toContain('disk')
  } finally {
    vi.useRealTimers()
    silent.mockRestore()
  }
})

it('waits for no database that says nothing', async () => {
  vi.useFakeTimers()
  try {
    const silent = vi
      .spyOn(IDBDatabase.prototype, 'transaction')
      .mockImplementation(
        () => ({ objectStore: () => ({ get: () => ({}), put: () => ({}) }) }) as never,
      )
    const attemptStore = openAttemptStore('k-silent', 'u1')
    const done: unknown[] = []
    void attemptStore.write(kept('a', 1)).then((where) => done.push(where))
    void readOfflineCopy('k-silent', 'u1').then((copy) => done.push(copy))
    await vi.advanceTimersByTimeAsync(3_100)
    expect(done).toEqual(['disk', null])
    // Local storage has it all the same; and from now on the database is asked for a moment only.
    const read = attemptStore.read()
    await vi.advanceTimersByTimeAsync(150)
    expect((await read)?.outbox.answers.q1?.value).toBe('a')
    silent.mockRestore()
  } finally {
    vi.useRealTimers()
  }
  // One that answers again is waited for as before.
  expect(await openAttemptStore('k-silent', 'u1').write(kept('b', 2))).toBe('disk')
})

it.each([
  5,
  'text',
  {},
  { user: 'u1', paper, attempt: null },
  { user: 'u1', paper: {}, attempt: attemptOf() },
  { user: 'u1', outbox: {} },
])('takes a damaged record for none: %j', async (damaged) => {
  const database = createStore('sabi.attempts', 'kept')
  await set('sheet.k9', damaged, database)
  await set('sabi.attempt.k9', damaged, database)
  expect(await readOfflineCopy('k9', 'u1')).toBeNull()
  expect(await openAttemptStore('k9', 'u1').read()).toBeNull()
  expect((await readAllKept()).map(([id]) => id)).not.toContain('k9')
})
