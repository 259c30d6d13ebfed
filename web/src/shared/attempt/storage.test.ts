// What is kept on the device: both places agree, a broken text is no answer, one user's
// answers are not another's, and nothing comes back after it was erased.
import 'fake-indexeddb/auto'
import { createStore, set } from 'idb-keyval'
import { expect, it, vi } from 'vitest'
import { emptyOutbox, putAnswer } from './outbox'
import {
  createKeeper,
  type Kept,
  parseKept,
  readAllKept,
  readOfflineCopy,
  writeOfflineCopy,
} from './storage'
import { attemptOf, paper } from './testing/fixtures'

const kept = (value: string, at: number, user = 'u1'): Kept => ({
  user,
  outbox: putAnswer(emptyOutbox, 'q1', 'question', value, at),
  place: 'q1',
  revealed: {},
  clock: { offset: 0, last: 0 },
})

it('reads back what it kept, from either place', async () => {
  const keeper = createKeeper('k1', 'u1')
  expect(await keeper.write(kept('a', 1))).toBe('disk')
  expect(keeper.readNow()).toEqual(kept('a', 1))
  localStorage.clear()
  expect(await createKeeper('k1', 'u1').read()).toEqual(kept('a', 1))
})

it('merges the two places, so that the later answer is there whichever was behind', async () => {
  const keeper = createKeeper('k2', 'u1')
  await keeper.write(kept('old', 1))
  localStorage.setItem('sabi.attempt.k2', JSON.stringify(kept('new', 2)))
  expect((await keeper.read())?.outbox.answers.q1?.value).toBe('new')
  // And what another tab kept is not written over.
  await keeper.write(kept('old', 1))
  expect(keeper.readNow()?.outbox.answers.q1?.value).toBe('new')
})

it('says so when the browser keeps nothing', async () => {
  const keeper = createKeeper('k3', 'u1')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await keeper.write(kept('a', 1))).toBe('disk')
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('refused', 'InvalidStateError')
  })
  expect(await keeper.write(kept('b', 2))).toBe('memory')
})

it("does not show one user's answers to another", async () => {
  await createKeeper('k4', 'u1').write(kept('a', 1))
  const other = createKeeper('k4', 'u2')
  expect(await other.read()).toBeNull()
  await writeOfflineCopy({ user: 'u1', attempt: attemptOf({ _id: 'k4' }), paper })
  expect(await readOfflineCopy('k4', 'u2')).toBeNull()
  expect((await readOfflineCopy('k4', 'u1'))?.paper).toEqual(paper)
  expect((await readOfflineCopy('k4', null))?.user).toBe('u1')
})

it('erases all of it, and writes nothing after', async () => {
  const keeper = createKeeper('k5', 'u1')
  await writeOfflineCopy({ user: 'u1', attempt: attemptOf({ _id: 'k5' }), paper })
  void keeper.write(kept('a', 1))
  await keeper.erase()
  await keeper.write(kept('b', 2))
  expect(await createKeeper('k5', 'u1').read()).toBeNull()
  expect(await readOfflineCopy('k5', 'u1')).toBeNull()
})

it("never writes over what is somebody else's, nor erases it", async () => {
  await createKeeper('k7', 'u1').write(kept('a', 1))
  await writeOfflineCopy({ user: 'u1', attempt: attemptOf({ _id: 'k7' }), paper })
  const other = createKeeper('k7', 'u2')
  expect(await other.write(kept('b', 2, 'u2'))).toBe('memory')
  await other.erase()
  expect(createKeeper('k7', 'u1').readNow()).toEqual(kept('a', 1))
  // In the deeper place too, where the nearer one has nothing.
  localStorage.clear()
  await createKeeper('k7', 'u2').write(kept('b', 2, 'u2'))
  await createKeeper('k7', 'u2').erase()
  expect(await createKeeper('k7', 'u1').read()).toEqual(kept('a', 1))
  expect((await readOfflineCopy('k7', 'u1'))?.user).toBe('u1')
})

it('tells of another tab, and of its erasing', () => {
  const heard: (Kept | null)[] = []
  const stop = createKeeper('k6', 'u1').watch((value) => heard.push(value))
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
    const keeper = fresh.createKeeper('k-unopened', 'u1')
    void keeper.read().then((found) => done.push(found))
    void fresh.readOfflineCopy('k-unopened', 'u1').then((copy) => done.push(copy))
    void keeper.write(kept('a', 1)).then((where) => done.push(where))
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
    const keeper = createKeeper('k-silent', 'u1')
    const done: unknown[] = []
    void keeper.write(kept('a', 1)).then((where) => done.push(where))
    void readOfflineCopy('k-silent', 'u1').then((copy) => done.push(copy))
    await vi.advanceTimersByTimeAsync(3_100)
    expect(done).toEqual(['disk', null])
    // Local storage has it all the same; and from now on the database is asked for a moment only.
    const read = keeper.read()
    await vi.advanceTimersByTimeAsync(150)
    expect((await read)?.outbox.answers.q1?.value).toBe('a')
    silent.mockRestore()
  } finally {
    vi.useRealTimers()
  }
  // One that answers again is waited for as before.
  expect(await createKeeper('k-silent', 'u1').write(kept('b', 2))).toBe('disk')
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
  expect(await createKeeper('k9', 'u1').read()).toBeNull()
  expect((await readAllKept()).map(([id]) => id)).not.toContain('k9')
})
