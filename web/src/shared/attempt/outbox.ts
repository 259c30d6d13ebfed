// The outbox of a running test: every answer, mark and seen question that this device
// knows, each with the time it was given and whether the server has it. Pure.
//
// An entry with a later `at` wins wherever two copies meet (another tab, another device,
// the copy kept on the device), so copies can be merged in any order and as often as
// one likes. What waits to be sent is simply what is not acknowledged.

import { mapValues } from 'es-toolkit'
import type { Answer, Attempt } from '@/shared/api/types'

export type Kind = 'question' | 'theory'

export interface Entry<Value> {
  value: Value
  /** When it was given, in milliseconds of the server's clock as this device estimates it. */
  at: number
  /** Whether the server has said that it holds this very value. */
  acked: boolean
}

export interface AnswerEntry extends Entry<string | null> {
  kind: Kind
  /** Why the server will not take this value; cleared by the next change. */
  refused?: string
}

export interface Outbox {
  /** The highest revision of the attempt in the server's responses. */
  revision: number
  answers: Readonly<Record<string, AnswerEntry>>
  review: Readonly<Record<string, Entry<boolean>>>
  /** Question id → whether the server knows that it was seen. */
  seen: Readonly<Record<string, boolean>>
  /**
   * In study, the questions whose choice is marked at once, and so is final → whether the server
   * knows it. Absent in what earlier releases have kept.
   */
  marks?: Readonly<Record<string, boolean>>
  /** When the server last acknowledged answers, in milliseconds; null when never. */
  savedAt: number | null
}

/** What one save carries: the request's body, and what it will have acknowledged. */
export interface Batch {
  body: {
    revision: number
    answers: Answer[]
    review?: string[]
    seen?: string[]
    mark?: string[]
  }
  answers: [id: string, entry: AnswerEntry][]
  review: [id: string, entry: Entry<boolean>][]
  seen: string[]
  mark: string[]
}

export const emptyOutbox: Outbox = {
  revision: 0,
  answers: {},
  review: {},
  seen: {},
  marks: {},
  savedAt: null,
}

/** Whether an answer counts as given: an option, or a text with more than blanks. */
export const isGiven = (value: string | null | undefined): value is string =>
  typeof value === 'string' && value.trim() !== ''

/** Whether the choice of a question counts as it is: it was marked at once, or is about to be. */
export function isFinal({ answers, marks }: Outbox, id: string): boolean {
  const entry = answers[id]
  return marks?.[id] !== undefined && isGiven(entry?.value) && entry?.refused === undefined
}

/** Has the choice of a question marked at once: from now on it is final. */
export function putMark(outbox: Outbox, id: string): Outbox {
  if (isFinal(outbox, id)) return outbox
  return { ...outbox, marks: { ...outbox.marks, [id]: false } }
}

/**
 * The questions to be marked with the next save: those of which the server does not know it, or
 * whose key is not among `known`.
 */
export const unmarked = (outbox: Outbox, known: (id: string) => boolean): string[] =>
  Object.entries(outbox.marks ?? {}).flatMap(([id, isTold]) =>
    isFinal(outbox, id) && !(isTold && known(id)) ? [id] : [],
  )

/**
 * Records an answer (null takes it back), unless the present one is final. `now` is the estimated
 * time of the server.
 */
export function putAnswer(
  outbox: Outbox,
  id: string,
  kind: Kind,
  value: string | null,
  now: number,
): Outbox {
  const before = outbox.answers[id]
  if (isFinal(outbox, id)) return outbox
  if ((before?.value ?? null) === value && before?.refused === undefined) return outbox
  const entry: AnswerEntry = { kind, value, at: after(before, now), acked: false }
  return { ...outbox, answers: { ...outbox.answers, [id]: entry } }
}

/** Marks a question for review, or takes the mark off. */
export function putReview(outbox: Outbox, id: string, value: boolean, now: number): Outbox {
  const before = outbox.review[id]
  if ((before?.value ?? false) === value) return outbox
  const entry = { value, at: after(before, now), acked: false }
  return { ...outbox, review: { ...outbox.review, [id]: entry } }
}

/** Notes that a question was shown. */
export function putSeen(outbox: Outbox, id: string): Outbox {
  return id in outbox.seen ? outbox : { ...outbox, seen: { ...outbox.seen, [id]: false } }
}

/** A change is always later than what it replaces, also within one millisecond. */
const after = (before: { at: number } | undefined, now: number) =>
  before === undefined ? Math.round(now) : Math.max(Math.round(now), before.at + 1)

/** Answers the server does not hold yet and has not refused, in the order they were given. */
export function unsentAnswers(outbox: Outbox): [string, AnswerEntry][] {
  return Object.entries(outbox.answers)
    .filter(([, entry]) => !entry.acked && entry.refused === undefined)
    .sort(([, a], [, b]) => a.at - b.at)
}

/** Answers given here that the server does not hold, those that it refused among them. */
export const unacknowledged = (outbox: Outbox): [string, AnswerEntry][] =>
  Object.entries(outbox.answers).filter(([, entry]) => !entry.acked && isGiven(entry.value))

const unsentReview = (outbox: Outbox) => Object.entries(outbox.review).filter(([, e]) => !e.acked)
const unsentSeen = (outbox: Outbox) =>
  Object.keys(outbox.seen).filter((id) => outbox.seen[id] === false)

/** Whether answers or marks wait to be sent. Seen questions alone do not hold up "Saved". */
export const hasUnsent = (outbox: Outbox) =>
  unsentAnswers(outbox).length > 0 || unsentReview(outbox).length > 0

/**
 * The next save, at most `limit` answers of it; null when nothing waits. Of the questions to
 * `mark` it carries those whose choice the server has, or gets with it.
 */
export function takeBatch(
  outbox: Outbox,
  toMark: readonly string[] = [],
  limit = Number.POSITIVE_INFINITY,
): Batch | null {
  const answers = unsentAnswers(outbox).slice(0, limit)
  const review = unsentReview(outbox)
  const seen = unsentSeen(outbox)
  const sent = new Set(answers.map(([id]) => id))
  const mark = toMark.filter((id) => sent.has(id) || outbox.answers[id]?.acked)
  if (answers.length + review.length + seen.length + mark.length === 0) return null
  const body: Batch['body'] = { revision: outbox.revision, answers: answers.map(toWire) }
  if (review.length > 0) body.review = reviewed(outbox)
  if (seen.length > 0) body.seen = seen
  if (mark.length > 0) body.mark = mark
  return { body, answers, review, seen, mark }
}

/** Carries nothing: it tells only that the device is there. */
export const heartbeat = ({ revision }: Outbox): Batch => ({
  body: { revision, answers: [] },
  answers: [],
  review: [],
  seen: [],
  mark: [],
})

/** An answer as the wire says it. A blank text is no answer. */
export function toWire([id, entry]: [string, AnswerEntry]): Answer {
  return {
    [entry.kind]: id,
    answer: isGiven(entry.value) ? entry.value : null,
    at: new Date(entry.at).toISOString(),
  }
}

/** The question answered last; null when none is. */
export function lastAnswered(outbox: Outbox): string | null {
  const given = Object.entries(outbox.answers).filter(([, entry]) => isGiven(entry.value))
  return given.sort(([, a], [, b]) => b.at - a.at)[0]?.[0] ?? null
}

/** Ids marked for review. */
export const reviewed = (outbox: Outbox): string[] =>
  Object.keys(outbox.review).filter((id) => outbox.review[id]?.value)

/** The server took `batch`. What was changed since it left stays unsent. */
export function acknowledge(
  outbox: Outbox,
  batch: Batch,
  reply: { revision: number; savedAt: number },
): Outbox {
  const answers = { ...outbox.answers }
  for (const [id, sent] of batch.answers) {
    const now = answers[id]
    if (now !== undefined && same(now, sent)) answers[id] = { ...now, acked: true }
  }
  const review = { ...outbox.review }
  for (const [id, sent] of batch.review) {
    const now = review[id]
    if (now !== undefined && same(now, sent)) review[id] = { ...now, acked: true }
  }
  const seen = { ...outbox.seen }
  for (const id of batch.seen) seen[id] = true
  const marks = { ...outbox.marks }
  for (const id of batch.mark) marks[id] = true
  const hasAnswers = batch.answers.length + batch.review.length > 0
  return {
    revision: Math.max(outbox.revision, reply.revision),
    answers,
    review,
    seen,
    marks,
    savedAt: hasAnswers ? latest(outbox.savedAt, reply.savedAt) : outbox.savedAt,
  }
}

/** The server will not take these answers, whatever is tried: they are shown, not sent again. */
export function refuse(outbox: Outbox, batch: Batch, why: string): Outbox {
  const answers = { ...outbox.answers }
  for (const [id, sent] of batch.answers) {
    const now = answers[id]
    if (now !== undefined && same(now, sent)) answers[id] = { ...now, refused: why }
  }
  return { ...outbox, answers }
}

const same = <V>(a: Entry<V>, b: Entry<V>) => a.at === b.at && a.value === b.value

/**
 * Merges the attempt, as just read from the server, with local changes that the server has not
 * received. `known` is the revision known when it was requested; a lower one means that the server was
 * restored from a backup, so everything is sent again.
 */
export function absorb(before: Outbox, attempt: Attempt, known = 0): Outbox {
  const outbox = attempt.revision < known ? asUnsent(before, attempt.revision) : before
  // The attempt was read before our last save was stored, so it has nothing new.
  if (attempt.revision < outbox.revision) return outbox
  const held = new Map<string, AnswerEntry>()
  for (const answer of attempt.answers) {
    const entry = fromWire(answer)
    if (entry !== null) held.set(...entry)
  }
  const marked = new Set(attempt.review)
  return {
    revision: attempt.revision,
    answers: settle(
      outbox.answers,
      held,
      // The same value given later is sent too: another device may have given one in between.
      (mine, theirs) => attempt.state !== 'running' || mine.acked || theirs.at >= mine.at,
      (mine) => ({ ...mine, value: null }),
    ),
    review: settle(
      outbox.review,
      // The server stores no time for a mark for review, so an unsent one of ours is later.
      new Map([...marked].map((id) => [id, { value: true, at: 0, acked: true }])),
      () => true,
      (mine) => ({ ...mine, value: false }),
    ),
    seen: { ...outbox.seen, ...Object.fromEntries(attempt.seen.map((id) => [id, true])) },
    // A mark that the server does not have is requested again, such as after a restored backup.
    marks: {
      ...mapValues(outbox.marks ?? {}, () => false),
      ...Object.fromEntries(attempt.marked.map((id) => [id, true])),
    },
    savedAt: latest(outbox.savedAt, attempt.savedAt ? Date.parse(attempt.savedAt) : null),
  }
}

/** The same outbox, as if nothing of it had been sent. */
const asUnsent = ({ answers, review, seen, marks = {} }: Outbox, revision: number): Outbox => ({
  revision,
  answers: mapValues(answers, forgotten),
  review: mapValues(review, forgotten),
  seen: mapValues(seen, () => false),
  marks: mapValues(marks, () => false),
  savedAt: null,
})

/** The entry as unsent, with a later time, so that a copy in another tab cannot mark it as sent. */
const forgotten = <E extends Entry<unknown>>(entry: E): E => ({
  ...entry,
  at: entry.at + 1,
  acked: false,
})

function settle<E extends Entry<unknown>>(
  mine: Readonly<Record<string, E>>,
  held: Map<string, E>,
  told: (mine: E, theirs: E) => boolean,
  gone: (mine: E) => E,
): Record<string, E> {
  const all: Record<string, E> = { ...mine }
  for (const [id, theirs] of held) {
    const ours = mine[id]
    if (ours === undefined) all[id] = theirs
    else if (ours.value === theirs.value)
      all[id] = { ...theirs, at: Math.max(ours.at, theirs.at), acked: told(ours, theirs) }
    else if (ours.acked) all[id] = { ...theirs, at: Math.max(ours.at + 1, theirs.at) }
    else if (theirs.at > ours.at) all[id] = theirs
  }
  for (const [id, ours] of Object.entries(mine)) {
    // Taken back elsewhere: later than what we knew, so that our other tabs learn it too.
    if (ours.acked && !held.has(id) && gone(ours).value !== ours.value)
      all[id] = { ...gone(ours), at: ours.at + 1 }
  }
  return all
}

function fromWire(answer: Answer): [string, AnswerEntry] | null {
  const id = answer.question ?? answer.theory
  if (id == null) return null
  const at = answer.at ? Date.parse(answer.at) : 0
  const kind = answer.question == null ? 'theory' : 'question'
  return [id, { kind, value: answer.answer ?? null, at: Number.isNaN(at) ? 0 : at, acked: true }]
}

/** Two copies of one attempt's outbox, from two tabs or two stores, made one. */
export function merge(a: Outbox, b: Outbox): Outbox {
  return {
    revision: Math.max(a.revision, b.revision),
    answers: mergeEntries(a.answers, b.answers),
    review: mergeEntries(a.review, b.review),
    seen: mergeKnown(a.seen, b.seen),
    marks: mergeKnown(a.marks ?? {}, b.marks ?? {}),
    savedAt: latest(a.savedAt, b.savedAt),
  }
}

function mergeEntries<E extends Entry<unknown>>(
  a: Readonly<Record<string, E>>,
  b: Readonly<Record<string, E>>,
): Record<string, E> {
  const all: Record<string, E> = { ...a }
  for (const [id, theirs] of Object.entries(b)) {
    const ours = all[id]
    all[id] = ours === undefined || rank(theirs) > rank(ours) ? theirs : ours
  }
  return all
}

/**
 * Of two entries the one with the greater rank wins: the later one; at the same time acknowledged
 * before refused before unsent; then by value, so that all copies agree.
 */
function rank(entry: Entry<unknown> & { refused?: string }): string {
  const state = entry.acked ? 2 : entry.refused === undefined ? 0 : 1
  return `${String(entry.at).padStart(16, '0')}${state}${JSON.stringify(entry.value)}${entry.refused ?? ''}`
}

function mergeKnown(a: Outbox['seen'], b: Outbox['seen']): Record<string, boolean> {
  const all = { ...a }
  for (const [id, known] of Object.entries(b)) all[id] = known || (all[id] ?? false)
  return all
}

function latest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.max(a, b)
}
