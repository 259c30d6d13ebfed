// The answers of a test without internet, by the rules of the server's engine (core/src/exam/engine):
// a log of events, and what they add up to. Pure. Times are milliseconds of the server's clock as the
// device estimates it.
import type { OfflineAnswer } from './database'

/** An answer as it is logged; null takes it back. */
export interface LoggedAnswer {
  question: string
  answer: string | null
  at: number
  /** Whether it is right by the key of the pack: the log may outlive the key that opens the pack. */
  right: boolean
}

/** An entry of the log. `at` is when it was written. */
export type LogEvent =
  | {
      is: 'save'
      at: number
      answers: LoggedAnswer[]
      /** All questions that are marked for review, if that changed. */
      review?: string[]
      seen: string[]
      /** Questions whose choice is marked at once, in study: it is final from then on. */
      mark: string[]
    }
  /** The student looked at the answer of a question. */
  | { is: 'reveal'; at: number; question: string }

/** What of a test decides about its answers. */
export interface Terms {
  mode: 'study' | 'practice' | 'mock'
  startedAt: number
  /** Null in study. */
  deadline: number | null
}

export interface Sheet {
  /** The number of saves. */
  revision: number
  answers: Map<string, Omit<LoggedAnswer, 'question'>>
  review: Set<string>
  seen: Set<string>
  /** Questions whose answer was shown. */
  revealed: Set<string>
  /** Questions that were marked at once. */
  marked: Set<string>
  /** Questions whose present answer was given after the right one was shown. */
  openedFirst: Set<string>
  savedAt: number | null
  /** The latest entry. */
  usedAt: number
}

const blank = (terms: Terms): Sheet => ({
  revision: 0,
  answers: new Map(),
  review: new Set(),
  seen: new Set(),
  revealed: new Set(),
  marked: new Set(),
  openedFirst: new Set(),
  savedAt: null,
  usedAt: terms.startedAt,
})

/** What the log adds up to. */
export function read(terms: Terms, log: readonly LogEvent[]): Sheet {
  const sheet = blank(terms)
  for (const event of log) apply(terms, sheet, event)
  return sheet
}

/**
 * Adds one entry to the sheet. Returns the questions whose answer was ignored: a later one exists, or it
 * is final. In practice that is so once the right answer was shown, in study once the choice was marked.
 */
export function apply(terms: Terms, sheet: Sheet, event: LogEvent): string[] {
  sheet.usedAt = Math.max(sheet.usedAt, event.at)
  if (event.is === 'reveal') {
    sheet.revealed.add(event.question)
    return []
  }
  // After the device's clock was set back, new answers must not look old.
  const latest = Math.max(event.at, sheet.savedAt ?? event.at, terms.startedAt)
  const ignored = event.answers.filter((one) => !write(terms, sheet, one, latest))
  if (event.review) sheet.review = new Set(event.review)
  for (const id of event.seen) sheet.seen.add(id)
  for (const id of event.mark) {
    if (sheet.answers.get(id)?.answer == null) continue
    sheet.revealed.add(id)
    sheet.marked.add(id)
  }
  sheet.revision += 1
  sheet.savedAt = latest
  return ignored.map(({ question }) => question)
}

/** Whether the answer stands: it was taken, or is what stood there before. */
function write(terms: Terms, sheet: Sheet, given: LoggedAnswer, latest: number): boolean {
  const { question, answer, right } = given
  const at = Math.min(latest, Math.max(terms.startedAt, given.at))
  const stored = sheet.answers.get(question)
  const final = terms.mode === 'practice' ? sheet.revealed : sheet.marked
  if (final.has(question) || (stored !== undefined && stored.at > at)) {
    return (stored?.answer ?? null) === answer
  }
  const isSame = stored?.answer === answer
  if (!isSame && sheet.revealed.has(question)) sheet.openedFirst.add(question)
  sheet.answers.set(question, { answer, at, right })
  return true
}

/** Whether the right answer was in view when the student chose, which study alone allows. */
function wasShown({ mode }: Terms, sheet: Sheet, question: string): boolean {
  if (mode !== 'study') return false
  return (sheet.marked.has(question) ? sheet.openedFirst : sheet.revealed).has(question)
}

/** The answers as they are handed in, in the order of the paper; open questions too. */
export const handedIn = (
  terms: Terms,
  sheet: Sheet,
  paper: readonly { id: string; version: number }[],
): OfflineAnswer[] =>
  paper.map(({ id, version }) => {
    const given = sheet.answers.get(id)
    return {
      question: id,
      version,
      answer: given?.answer ?? null,
      right: given?.answer != null && given.right,
      shown: wasShown(terms, sheet, id),
      doubted: sheet.review.has(id),
    }
  })

/** When a test that ends now was over for the student: never after its deadline. */
export const endOf = ({ startedAt, deadline }: Terms, now: number) =>
  Math.max(startedAt, deadline === null ? now : Math.min(now, deadline))

/** How long the server waits for a student's own submission after the deadline: `GRACE` in `core/src/exam/engine/mod.rs`. */
export const GRACE = 30_000
/** A study test ends after this time without use. */
export const IDLE = 30 * 24 * 60 * 60_000

/** Whether nobody can answer any more, so that the test is to be ended where its window is not open. */
export const isOver = ({ deadline }: Terms, { usedAt }: Pick<Sheet, 'usedAt'>, now: number) =>
  deadline === null ? now > usedAt + IDLE : now > deadline + GRACE
