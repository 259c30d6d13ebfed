// The outbox: copies merge in any order, an acknowledgement takes away exactly what it
// carried, and whatever happens on the way, server and device end with the last answers.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '@/shared/api/errors'
import {
  absorb,
  acknowledge,
  emptyOutbox,
  hasUnsent,
  merge,
  type Outbox,
  putAnswer,
  putMark,
  putReview,
  putSeen,
  refuse,
  reviewed,
  takeBatch,
  unacknowledged,
  unmarked,
  unsentAnswers,
} from './outbox'
import { attemptOf, START } from './testing/fixtures'
import { ModelServer } from './testing/modelServer'

const give = (box: Outbox, id: string, value: string | null, at: number) =>
  putAnswer(box, id, 'question', value, at)
const batchOf = (box: Outbox) => {
  const batch = takeBatch(box)
  if (batch === null) throw new Error('nothing to send')
  return batch
}

describe('one device', () => {
  it('keeps only the last answer to a question, and sends in the order given', () => {
    let box = give(emptyOutbox, 'q2', 'a', 20)
    box = give(box, 'q1', 'a', 10)
    box = give(box, 'q2', 'b', 30)
    expect(batchOf(box).body.answers.map((a) => [a.question, a.answer])).toEqual([
      ['q1', 'a'],
      ['q2', 'b'],
    ])
  })

  it('does nothing when nothing changes', () => {
    const box = give(emptyOutbox, 'q1', 'a', 10)
    expect(give(box, 'q1', 'a', 20)).toBe(box)
    expect(give(emptyOutbox, 'q1', null, 5)).toBe(emptyOutbox)
    expect(putReview(box, 'q1', false, 5)).toBe(box)
    expect(takeBatch(emptyOutbox)).toBeNull()
  })

  it('removes exactly what a save carried, not what was typed meanwhile', () => {
    const sent = putReview(give(emptyOutbox, 'q1', 'a', 10), 'q1', true, 10)
    const batch = batchOf(sent)
    const typed = give(give(sent, 'q1', 'b', 10), 'q2', 'c', 11)
    const after = acknowledge(typed, batch, { revision: 1, savedAt: 50 })
    expect(unsentAnswers(after).map(([id, e]) => [id, e.value])).toEqual([
      ['q1', 'b'],
      ['q2', 'c'],
    ])
    expect(after.revision).toBe(1)
    expect(takeBatch(after)?.body.review).toBeUndefined()
  })

  it('tells a change back to the old value from no change', () => {
    const sent = give(emptyOutbox, 'q1', 'a', 10)
    const back = give(give(sent, 'q1', 'b', 10), 'q1', 'a', 10)
    expect(hasUnsent(acknowledge(back, batchOf(sent), { revision: 1, savedAt: 50 }))).toBe(true)
  })

  it('sends a blank text as no answer', () => {
    const box = putAnswer(emptyOutbox, 't1', 'theory', '  \n', 10)
    expect(batchOf(box).body.answers[0]).toMatchObject({ theory: 't1', answer: null })
  })

  it('does not send a refused answer again until it changes', () => {
    const box = give(emptyOutbox, 'q1', 'a', 10)
    const refused = refuse(box, batchOf(box), 'no')
    expect(takeBatch(refused)).toBeNull()
    expect(batchOf(give(refused, 'q1', 'b', 20)).body.answers).toHaveLength(1)
  })

  it('says "saved" for answers and marks, not for questions seen', () => {
    const box = putSeen(emptyOutbox, 'q1')
    expect(hasUnsent(box)).toBe(false)
    const after = acknowledge(box, batchOf(box), { revision: 1, savedAt: 50 })
    expect(after.savedAt).toBeNull()
    expect(takeBatch(after)).toBeNull()
  })
})

describe('the server read anew', () => {
  const iso = (ms: number) => new Date(ms).toISOString()
  const told = (revision: number, answer: string | null, at: number) =>
    attemptOf({
      revision,
      answers: answer === null ? [] : [{ question: 'q1', answer, at: iso(at) }],
    })
  const acked = (value: string, at: number) => {
    const box = give(emptyOutbox, 'q1', value, at)
    return acknowledge(box, batchOf(box), { revision: 1, savedAt: at })
  }
  const held = (box: Outbox) => [box.answers.q1?.value ?? null, box.answers.q1?.acked]

  it.each([
    [
      'a later answer of another device wins',
      give(emptyOutbox, 'q1', 'a', 10),
      told(2, 'b', 20),
      ['b', true],
    ],
    [
      'a later answer of ours stays and waits',
      give(emptyOutbox, 'q1', 'a', 30),
      told(2, 'b', 20),
      ['a', false],
    ],
    [
      'a save whose reply was lost is done',
      give(emptyOutbox, 'q1', 'a', 30),
      told(2, 'a', 30),
      ['a', true],
    ],
    [
      'what it holds from an earlier time is told again',
      give(emptyOutbox, 'q1', 'a', 30),
      told(2, 'a', 20),
      ['a', false],
    ],
    ['what the server said it has, it may change', acked('a', 30), told(2, 'b', 20), ['b', true]],
    ['taken back elsewhere', acked('a', 30), told(2, null, 0), [null, true]],
    ['never told', give(emptyOutbox, 'q1', 'a', 30), told(2, null, 0), ['a', false]],
    ['older than our last save says nothing', acked('a', 30), told(0, 'b', 99), ['a', true]],
  ] as const)('%s', (_name, box, attempt, expected) => {
    expect(held(absorb(box, attempt))).toEqual(expected)
  })

  it.each([
    ['is told again what it has not', told(1, null, 0), ['a', false]],
    ['keeps what it has later', told(1, 'b', 40), ['b', true]],
    ['is told what we have later', told(1, 'b', 20), ['a', false]],
  ] as const)('after it was put back %s', (_name, attempt, expected) => {
    const box = { ...putSeen(acked('a', 30), 'q1'), revision: 3 }
    // An answer to a question from before our last save is no such thing.
    expect(absorb(box, attempt, 1)).toBe(box)
    const after = absorb(box, attempt, 3)
    expect(held(after)).toEqual(expected)
    expect([after.revision, after.seen.q1]).toEqual([1, false])
    // No copy that thinks otherwise undoes it.
    expect(held(merge(after, box))).toEqual(expected)
  })

  it('has a choice marked again that the server knows no more as marked', () => {
    const given = putMark(give(emptyOutbox, 'q1', 'a', 10), 'q1')
    const box = acknowledge(
      given,
      { ...batchOf(given), mark: ['q1'] },
      { revision: 2, savedAt: START },
    )
    const held = { revision: 2, answers: [{ question: 'q1', answer: 'a' }] }
    const isKnown = () => true
    expect(unmarked(absorb(box, attemptOf({ ...held, marked: ['q1'] })), isKnown)).toEqual([])
    expect(unmarked(absorb(box, attemptOf({ ...held, marked: [] })), isKnown)).toEqual(['q1'])
  })

  it('takes marks and seen questions from the server, and keeps our own new ones', () => {
    const box = putReview(emptyOutbox, 'q1', true, 5)
    const after = absorb(box, attemptOf({ revision: 1, review: ['q2'], seen: ['q3'] }))
    expect(reviewed(after).sort()).toEqual(['q1', 'q2'])
    expect(after.seen).toEqual({ q3: true })
  })
})

// ---- any order of events

const ids = ['q1', 'q2', 'q3']
const change = fc.record({
  id: fc.constantFrom(...ids),
  value: fc.constantFrom('a', 'b', 'c', null),
  step: fc.integer({ min: 0, max: 3 }),
})
const outbox = fc.array(fc.tuple(change, fc.boolean()), { maxLength: 8 }).map((changes) => {
  let box = emptyOutbox
  let now = 0
  for (const [{ id, value, step }, send] of changes) {
    now += step
    box = putReview(give(box, id, value, now), id, value === 'a', now)
    if (step === 3) box = putMark(box, id)
    const batch = takeBatch(
      box,
      unmarked(box, () => true),
    )
    if (send && batch) box = acknowledge(box, batch, { revision: box.revision + 1, savedAt: now })
  }
  return box
})

it('merges copies in any order, any number of times, to the same', () => {
  fc.assert(
    fc.property(outbox, outbox, outbox, (a, b, c) => {
      expect(merge(a, b)).toEqual(merge(b, a))
      expect(merge(merge(a, b), c)).toEqual(merge(a, merge(b, c)))
      expect(merge(a, a)).toEqual(a)
    }),
  )
})

it('tells the server again of a value that it holds from before', () => {
  const mine = give(emptyOutbox, 'q1', 'c', START + 3_000)
  const held = { question: 'q1', answer: 'c', at: new Date(START + 1_000).toISOString() }
  const now = { revision: 1, answers: [held] }
  // Another device may still bring what was given there in between.
  expect(unsentAnswers(absorb(mine, attemptOf(now)))).toHaveLength(1)
  expect(unacknowledged(absorb(mine, attemptOf({ ...now, state: 'submitted' })))).toEqual([])
})

type Event =
  | { do: 'give'; on: 0 | 1; id: string; value: string | null }
  | { do: 'sync'; on: 0 | 1; weather: 'fair' | 'cut' | 'deaf' }
  | { do: 'reload'; on: 0 | 1 }

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    do: fc.constant('give' as const),
    on: fc.constantFrom(0 as const, 1 as const),
    id: fc.constantFrom(...ids),
    value: fc.constantFrom('a', 'b', 'c', 'd', null),
  }),
  fc.record({
    do: fc.constant('sync' as const),
    on: fc.constantFrom(0 as const, 1 as const),
    weather: fc.constantFrom('fair' as const, 'cut' as const, 'deaf' as const),
  }),
  fc.record({ do: fc.constant('reload' as const), on: fc.constantFrom(0 as const, 1 as const) }),
)

/** One save with its re-reading, as the store does it. */
async function sync(server: ModelServer, start: Outbox): Promise<Outbox> {
  let box = start
  for (;;) {
    const batch = takeBatch(box)
    if (batch === null) return box
    try {
      const saved = await server.api.save('a1', batch.body, new AbortController().signal, false)
      const { revision, savedAt, ignored } = saved
      const told = acknowledge(box, batch, { revision, savedAt: Date.parse(savedAt) })
      return ignored.length > 0 ? absorb(told, server.attempt) : told
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.reason !== 'stale-revision') return box
      box = absorb(box, server.attempt, box.revision)
    }
  }
}

it('loses nothing of a device whose server is put back to an older state', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('give' as const), change }),
    fc.record({
      do: fc.constant('sync' as const),
      weather: fc.constantFrom('fair' as const, 'cut' as const, 'deaf' as const),
    }),
    fc.record({ do: fc.constantFrom('back up' as const, 'restore' as const, 'reload' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const server = new ModelServer()
      let restore = server.backUp()
      let box = emptyOutbox
      const last: Record<string, string> = {}
      for (const now of steps) {
        server.now += 1_000
        if (now.do === 'give') {
          const { id, value } = now.change
          box = give(box, id, value, server.now)
          delete last[id]
          if (value !== null) last[id] = value
        } else if (now.do === 'sync') {
          server.weather = now.weather
          box = await sync(server, box)
          server.weather = 'fair'
        } else if (now.do === 'back up') restore = server.backUp()
        else if (now.do === 'restore') restore()
        else box = absorb(box, server.attempt, box.revision)
      }
      // A change that shows how the server stands.
      box = await sync(server, putReview(box, 'q1', box.review.q1?.value !== true, server.now))
      expect(server.held).toEqual(last)
      expect(hasUnsent(box)).toBe(false)
    }),
    { numRuns: 300 },
  )
})

it('loses nothing between two devices on a bad line: the last answer given is the one held', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
      const server = new ModelServer()
      const boxes: [Outbox, Outbox] = [emptyOutbox, emptyOutbox]
      const last: Record<string, string | null> = {}
      for (const step of events) {
        server.now += 1_000
        if (step.do === 'give') {
          boxes[step.on] = give(boxes[step.on], step.id, step.value, server.now)
          // What is on screen already is no new answer.
          const entry = boxes[step.on].answers[step.id]
          if (entry?.at === server.now) last[step.id] = step.value
        } else if (step.do === 'sync') {
          server.weather = step.weather
          const before = boxes[step.on]
          const box = await sync(server, before)
          server.weather = 'fair'
          boxes[step.on] = box
          // What has just become "saved" is what the server holds.
          for (const [id] of unsentAnswers(before)) {
            const entry = box.answers[id]
            if (entry?.acked) expect(server.held[id] ?? null).toBe(entry.value)
          }
        } else {
          boxes[step.on] = absorb(JSON.parse(JSON.stringify(boxes[step.on])), server.attempt)
        }
      }
      for (const on of [0, 1, 0, 1] as const) {
        boxes[on] = absorb(await sync(server, boxes[on]), server.attempt)
      }
      const expected = Object.fromEntries(Object.entries(last).filter(([, v]) => v !== null))
      expect(server.held).toEqual(expected)
      for (const box of boxes) {
        expect(hasUnsent(box)).toBe(false)
        for (const [id, value] of Object.entries(last))
          expect(box.answers[id]?.value ?? null).toBe(value)
      }
    }),
    {
      numRuns: 300,
      examples: [
        [
          [
            { do: 'give', on: 1, id: 'q2', value: 'c' },
            { do: 'sync', on: 1, weather: 'fair' },
            { do: 'give', on: 1, id: 'q2', value: 'a' },
            { do: 'give', on: 0, id: 'q2', value: 'c' },
          ],
        ],
      ],
    },
  )
})
