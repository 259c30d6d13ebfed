// Answers that wait on the device while no window of their test is open: found, sent, kept
// for whoever gave them, and not for ever.
import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '@/api/errors'
import { attemptOf, paper, START } from '../testing/fixtures'
import { ModelServer } from '../testing/modelServer'
import { forgetAttempts, KEPT_DAYS, listKeptTests, sendKept, tidy } from './kept'
import { acknowledge, emptyOutbox, putAnswer, takeBatch } from './outbox'
import { createKeeper, type Kept, readSheet, writeSheet } from './storage'

const DAY = 24 * 60 * 60_000
let id: string
let n = 0

function kept(more: Partial<Kept> = {}): Kept {
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
function sent(): Kept {
  const waiting = kept()
  const batch = takeBatch(waiting.outbox)
  if (batch === null) throw new Error('nothing waits')
  return { ...waiting, outbox: acknowledge(waiting.outbox, batch, { revision: 1, savedAt: 2 }) }
}
const keep = (what: Kept, which = id) => createKeeper(which, what.user).write(what)
const read = (which = id, user = 'u1') => createKeeper(which, user).read()

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
    expect(await sendKept(id, 'u1', server.api)).toBe(0)
    expect(server.held).toEqual({ e1: 'e1-a' })
    expect(await listKeptTests('u1')).toEqual([])
  })

  it('counts what came too late, and keeps it', async () => {
    const server = new ModelServer(attemptOf({ _id: id }))
    server.state = 'submitted'
    await keep(kept())
    expect(await sendKept(id, 'u1', server.api)).toBe(1)
    expect(await listKeptTests('u1')).toMatchObject([{ waiting: 1 }])
  })

  it('gives up neither the answer nor the truth without a connection', async () => {
    const server = new ModelServer(attemptOf({ _id: id }))
    server.weather = 'cut'
    await keep(kept())
    await expect(sendKept(id, 'u1', server.api)).rejects.toBeInstanceOf(ApiError)
    expect(await listKeptTests('u1')).toMatchObject([{ waiting: 1 }])
  })
})

describe('at logout', () => {
  beforeEach(async () => {
    await keep(kept())
    await keep(sent(), 'all sent')
    await keep(kept({ user: 'u2' }), 'of another')
    await writeSheet({ user: 'u1', attempt: attemptOf({ _id: id }), paper })
  })

  it('forgets all but answers that wait to be sent', async () => {
    await forgetAttempts()
    expect(await read()).toEqual(kept())
    expect(await read('all sent')).toBeNull()
    expect(localStorage.getItem('sabi.attempt.all sent')).toBeNull()
    expect(await readSheet(id, 'u1')).toBeNull()
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
    await writeSheet({ user: 'u1', attempt, paper })
    await writeSheet({ user: 'u1', attempt: other, paper })
    await keep(kept())
    await keep(sent(), other._id)
    await tidy(deadline + 1_000)
    expect(await readSheet(id, 'u1')).not.toBeNull()
    await tidy(deadline + 2 * DAY)
    expect(await readSheet(id, 'u1')).toBeNull()
    expect(await read(other._id)).toBeNull()
    expect(await read()).toEqual(kept())
  })

  it('never forgets a test that is open, or was sat within a day', async () => {
    const study = attemptOf({ _id: id, deadline: null })
    const now = START + 60 * DAY
    await writeSheet({ user: 'u1', attempt: study, paper })
    await keep(sent())
    await tidy(now, id)
    expect(await readSheet(id, 'u1')).not.toBeNull()
    expect(await read()).toEqual(sent())
    const used = { ...sent(), clock: { offset: 0, last: now - DAY / 2 } }
    await keep(used)
    await tidy(now)
    expect(await readSheet(id, 'u1')).not.toBeNull()
    expect(await read()).toEqual(used)
  })

  it('does not take along what is kept while it tidies', async () => {
    await writeSheet({ user: 'u1', attempt: attemptOf({ _id: id }), paper })
    await keep({ ...sent(), clock: { offset: 0, last: START } })
    const tidying = tidy(START + 20 * DAY)
    await keep(kept({ outbox: putAnswer(emptyOutbox, 'e2', 'question', 'e2-b', START + 2_000) }))
    await tidying
    expect((await read())?.outbox.answers.e2).toMatchObject({ value: 'e2-b', acked: false })
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
