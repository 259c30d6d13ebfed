// What is due and what was missed, from the server's last list and the tests of this device since. The
// server schedules anew when they are handed in; until then a question that was missed comes back the next
// day. Pure.
import type { StoredList } from './database'
import type { DeviceTest } from './log'

/** Days are those of West Africa Time, UTC+1. */
export const dayOf = (at: number) => Math.floor((at + 60 * 60_000) / (24 * 60 * 60_000))

export interface DueQuestions {
  /** The ids of the questions that are due, most urgent first. */
  due: string[]
  /** The ids of the questions whose last answer was wrong or open. */
  mistakes: string[]
  /** Whether the session of today was taken on this device. */
  isDone: boolean
}

/** `now` in milliseconds. */
export function dueQuestions(
  stored: StoredList | null,
  tests: readonly DeviceTest[],
  now: number,
): DueQuestions {
  const readAt = stored ? Date.parse(stored.readAt) : 0
  const today = dayOf(now)
  const due = new Set(stored?.list.due)
  const mistakes = new Set(stored?.list.mistakes)
  /** The day on which a question comes back. */
  const back = new Map<string, number>()
  const later = tests
    .filter((test) => test.state !== 'stored' || (test.storedAt ?? 0) > readAt)
    .flatMap((test) => (test.ended ? [{ test, ended: test.ended }] : []))
    .sort((a, b) => a.ended.at - b.ended.at)
  for (const { test, ended } of later) {
    for (const { question, answer, right, shown, doubted } of ended.answers) {
      const differs = test.reply?.differences.find((one) => one.question === question)
      const isRight = differs ? differs.right : right
      if (isRight) mistakes.delete(question)
      else mistakes.add(question)
      // An answer with the right one in view says nothing of the memory, nor does an open question.
      if (shown || answer === null) continue
      due.delete(question)
      if (isRight && !doubted) back.delete(question)
      else back.set(question, dayOf(ended.at) + 1)
    }
  }
  const returned = [...back].filter(([, day]) => day <= today).sort(([, a], [, b]) => a - b)
  return {
    due: [...new Set([...returned.map(([question]) => question), ...due])],
    mistakes: [...mistakes],
    isDone: tests.some(
      ({ from, ended }) => from === 'today' && ended !== null && dayOf(ended.at) === today,
    ),
  }
}
