// Answers that wait on the device while no window of their test is open: found, sent, kept
// for whoever gave them, and not for ever.
import 'fake-indexeddb/auto'
import { createStore, set } from 'idb-keyval'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, toApiError } from '@/shared/api/errors'
import { daysKept, forgetAttempts, KEPT_DAYS, listKeptTests, sendKept, tidy } from './kept'
import { acknowledge, emptyOutbox, putAnswer, takeBatch } from './outbox'
import { allPhotographs, dropPhotograph, keepPhotograph } from './photographs/store'
import { openAttemptStore, readOfflineCopy, type StoredAttempt, writeOfflineCopy } from './storage'
import { attemptOf, paper, START } from './testing/fixtures'
import { ModelServer } from './testing/modelServer'

const DAY = 24 * 60 * 60_000
let id: string
let n = 0

function kept(more: Partial<StoredAttempt> = {}): StoredAttempt {
  return {
    user: 'u1',
    outbox: putAnswer(emptyOutbox, 'e1', 'question', 'e1-a', START + 1_000),
    place: 'e1',
    revealed: {},
    about: { title: 'JAMB UTME, Practice', path: `/objective-questions?attempt=${id}` },
    clock: { offset: 0, last: START + 1_000 },
    ...more,
  }
}
function sent(): StoredAttempt {
  const waiting = kept()
  const batch = takeBatch(waiting.outbox)
  if (batch === null) throw new Error('nothing waits')
  return { ...waiting, outbox: acknowledge(waiting.outbox, batch, { revision: 1, savedAt: 2 }) }
}
const keep = (what: StoredAttempt, which = id) => openAttemptStore(which, what.user).write(what)
const read = (which = id, user = 'u1') => openAttemptStore(which, user).read()

beforeEach(async () => {
  await forgetAttempts('u1')
  await forgetAttempts('u2')
  n += 1
  id = `kept${n}`
})

describe('the list', () => {
  it("names this user's tests with answers that the server does not hold", async () => {
    await keep(kept())
    await keep(kept({ user: 'u2' }), 'of another')
    await keep(sent(), 'all sent')
    expect(await listKeptTests('u1')).toEqual([
      {
        id,
        title: 'JAMB UTME, Practice',
        path: `/objective-questions?attempt=${id}`,
        waiting: 1,
      },
    ])
  })

  it('finds what only the deeper place still has', async () => {
    await keep(kept())
    localStorage.clear()
    expect(await listKeptTests('u1')).toMatchObject([{ id, waiting: 1 }])
  })
})

describe('sending', () => {
  it('sends what waits', async () => {
    const server = new ModelServer(attemptOf({ _id: id }))
    server.revision = 3
    await keep(kept())
    expect(await sendKept(id, 'u1', { api: server.api })).toBe(0)
    expect(server.held).toEqual({ e1: 'e1-a' })
    expect(await listKeptTests('u1')).toEqual([])
  })

  it('counts what came too late, and keeps it', async () => {
    const server = new ModelServer(attemptOf({ _id: id }))
    server.state = 'submitted'
    await keep(kept())
    expect(await sendKept(id, 'u1', { api: server.api })).toBe(1)
    expect(await listKeptTests('u1')).toMatchObject([{ waiting: 1 }])
  })

  it('gives up neither the answer nor the truth without a connection', async () => {
    const server = new ModelServer(attemptOf({ _id: id }))
    server.weather = 'cut'
    await keep(kept())
    await expect(sendKept(id, 'u1', { api: server.api })).rejects.toBeInstanceOf(ApiError)
    expect(await listKeptTests('u1')).toMatchObject([{ waiting: 1 }])
  })

  it('leaves out the one answer that is refused, and sends all others', async () => {
    const server = new ModelServer(attemptOf({ _id: id }))
    server.poison.add('e2')
    let { outbox } = kept()
    for (const question of ['e2', 'p1', 'p2']) {
      outbox = putAnswer(outbox, question, 'question', `${question}-b`, START + 2_000)
    }
    await keep(kept({ outbox }))
    expect(await sendKept(id, 'u1', { api: server.api })).toBe(1)
    expect(server.held).toEqual({ e1: 'e1-a', p1: 'p1-b', p2: 'p2-b' })
    expect(await listKeptTests('u1')).toMatchObject([{ waiting: 1 }])
  })

  it('reads the test again where it ended between the reading and the save', async () => {
    const server = new ModelServer(attemptOf({ _id: id }))
    const { save } = server.api
    server.api.save = (...call) => {
      server.state = 'submitted'
      return save(...call)
    }
    await keep(kept())
    expect(await sendKept(id, 'u1', { api: server.api })).toBe(1)
    expect(server.calls).toEqual(['peek', 'save', 'peek'])
  })

  it('says that no answer came when the line stays silent', async () => {
    const server = new ModelServer(attemptOf({ _id: id }))
    const peek = silent()
    await keep(kept())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const sending = sendKept(id, 'u1', { api: { ...server.api, peek } }).catch((thrown) => thrown)
    await vi.waitFor(() => expect(peek).toHaveBeenCalled())
    await vi.advanceTimersByTimeAsync(20_000)
    vi.useRealTimers()
    expect(toApiError(await sending)).toMatchObject({ offline: true })
  })

  it('stops at once where that is wanted', async () => {
    const server = new ModelServer(attemptOf({ _id: id }))
    const stop = new AbortController()
    const peek = silent()
    await keep(kept())
    const sending = sendKept(id, 'u1', { api: { ...server.api, peek }, signal: stop.signal })
    await vi.waitFor(() => expect(peek).toHaveBeenCalled())
    stop.abort()
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
  })
})

/** A call without an answer, as fetch makes it. */
const silent = () =>
  vi.fn(
    (_id: string, signal?: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  )

describe('at logout', () => {
  beforeEach(async () => {
    await keep(kept())
    await keep(sent(), 'all sent')
    await keep(kept({ user: 'u2' }), 'of another')
    await writeOfflineCopy({ user: 'u1', attempt: attemptOf({ _id: id }), paper })
  })

  it('forgets all but answers that wait to be sent', async () => {
    await forgetAttempts()
    expect(await read()).toEqual(kept())
    expect(await read('all sent')).toBeNull()
    expect(localStorage.getItem('sabi.attempt.all sent')).toBeNull()
    expect(await readOfflineCopy(id, 'u1')).toBeNull()
  })

  it('erases those too where that is wanted, and nobody else’s', async () => {
    await forgetAttempts('u1')
    expect(await read()).toBeNull()
    expect(await read('of another', 'u2')).not.toBeNull()
  })
})

describe('in time', () => {
  it('forgets tests that are over, but not answers that nobody has read of', async () => {
    const attempt = attemptOf({ _id: id })
    const deadline = Date.parse(attempt.deadline ?? '')
    const other = attemptOf({ _id: 'over, all sent' })
    await writeOfflineCopy({ user: 'u1', attempt, paper })
    await writeOfflineCopy({ user: 'u1', attempt: other, paper })
    await keep(kept())
    await keep(sent(), other._id)
    await tidy(deadline + 1_000)
    expect(await readOfflineCopy(id, 'u1')).not.toBeNull()
    await tidy(deadline + 2 * DAY)
    expect(await readOfflineCopy(id, 'u1')).toBeNull()
    expect(await read(other._id)).toBeNull()
    expect(await read()).toEqual(kept())
  })

  it('reads the answers once, and no paper', async () => {
    await writeOfflineCopy({ user: 'u1', attempt: attemptOf({ _id: id }), paper })
    await keep(kept())
    const read = vi.spyOn(IDBObjectStore.prototype, 'get')
    const whole = vi.spyOn(IDBObjectStore.prototype, 'getAll')
    const ofAttempts = ({ transaction }: IDBObjectStore) => transaction.db.name === 'sabi.attempts'
    expect(await listKeptTests('u1', await tidy(START + 1_000))).toHaveLength(1)
    const keys = read.mock.calls.filter((_, n) => ofAttempts(read.mock.contexts[n] as never))
    expect(keys.flat().sort()).toEqual([`sabi.attempt.${id}`, `times.${id}`])
    expect(whole.mock.contexts.filter((one) => ofAttempts(one as never))).toEqual([])
  })

  it('forgets a copy that was stored before its times were', async () => {
    const attempt = attemptOf({ _id: id })
    await set(`sheet.${id}`, { user: 'u1', attempt, paper }, createStore('sabi.attempts', 'kept'))
    await tidy(Date.parse(attempt.deadline ?? '') + 2 * DAY)
    expect(await readOfflineCopy(id, 'u1')).toBeNull()
  })

  it('never forgets a test that is open, or was used within a day', async () => {
    const study = attemptOf({ _id: id, deadline: null })
    const now = START + 60 * DAY
    await writeOfflineCopy({ user: 'u1', attempt: study, paper })
    await keep(sent())
    await tidy(now, id)
    expect(await readOfflineCopy(id, 'u1')).not.toBeNull()
    expect(await read()).toEqual(sent())
    const used = { ...sent(), clock: { offset: 0, last: now - DAY / 2 } }
    await keep(used)
    await tidy(now)
    expect(await readOfflineCopy(id, 'u1')).not.toBeNull()
    expect(await read()).toEqual(used)
  })

  it('does not take along what is kept while it tidies', async () => {
    await writeOfflineCopy({ user: 'u1', attempt: attemptOf({ _id: id }), paper })
    await keep({ ...sent(), clock: { offset: 0, last: START } })
    const tidying = tidy(START + 20 * DAY)
    await keep(kept({ outbox: putAnswer(emptyOutbox, 'e2', 'question', 'e2-b', START + 2_000) }))
    await tidying
    expect((await read())?.outbox.answers.e2).toMatchObject({ value: 'e2-b', acked: false })
  })

  it('takes no device at its word whose own clock is ahead of the server’s', async () => {
    const wall = START + 40 * DAY
    const clock = { offset: -40 * DAY, last: START + 1_000 }
    await keep(kept({ clock }))
    await keep({ ...sent(), clock }, 'all sent')
    await writeOfflineCopy({ user: 'u1', attempt: attemptOf({ _id: 'all sent' }), paper })
    await tidy(wall)
    expect(await read()).toEqual(kept({ clock }))
    expect(await readOfflineCopy('all sent', 'u1')).not.toBeNull()
    await tidy(wall + (KEPT_DAYS + 1) * DAY)
    expect(await read()).toBeNull()
  })

  it('keeps rather too long what a device kept whose clock is behind', async () => {
    const clock = { offset: 40 * DAY, last: START + 1_000 }
    await keep(kept({ clock }))
    await tidy(START - 20 * DAY)
    expect(await read()).toEqual(kept({ clock }))
  })

  it('forgets photographs that nobody came back to, but none of a test that stays', async () => {
    const photograph = (attempt: string, addedAt: number) =>
      keepPhotograph({
        id: `of ${attempt}`,
        attempt,
        user: 'u1',
        theory: 't1',
        file: new ArrayBuffer(1),
        addedAt,
        state: 'waiting',
        tried: false,
      })
    await keep(kept())
    // The clock of the device had been reset.
    await photograph(id, 0)
    await photograph('forgotten', START)
    expect(await listKeptTests('u1')).toMatchObject([{ id, waiting: 2 }])
    await tidy(START + (KEPT_DAYS - 1) * DAY)
    expect(await allPhotographs()).toHaveLength(2)
    await tidy(START + 1 + KEPT_DAYS * DAY)
    expect(await allPhotographs()).toMatchObject([{ attempt: id }])
    await dropPhotograph(`of ${id}`)
  })

  it('forgets even those when nobody came for a month, without a paper to tell of it', async () => {
    await keep(kept())
    await tidy(START + (KEPT_DAYS - 1) * DAY)
    expect(await read()).toEqual(kept())
    await tidy(START + (KEPT_DAYS + 1) * DAY)
    expect(await read()).toBeNull()
    expect(localStorage.getItem(`sabi.attempt.${id}`)).toBeNull()
  })
})

it.each([
  { webKit: false, installed: false, days: KEPT_DAYS },
  { webKit: true, installed: false, days: 7 },
  { webKit: true, installed: true, days: KEPT_DAYS },
])('promises $days days where webKit is $webKit and the app installed: $installed', (one) => {
  vi.stubGlobal('CSS', { supports: () => one.webKit })
  vi.stubGlobal('matchMedia', () => ({ matches: one.installed }))
  expect(daysKept()).toBe(one.days)
  vi.unstubAllGlobals()
})
