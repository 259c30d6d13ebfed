// Marks a test without internet by the server's rules (core/src/exam/score). Pure. Counts are integers
// until the last step, and halves round up. cases.json holds both sides to the same results.

export type Mark = 'correct' | 'wrong' | 'unseen'

/** A question as marking sees it. */
export interface Key {
  id: string
  subject: string
  /** The id of the right option. */
  correct: string
}

/** Counts of questions; `correct + wrong + unseen = total`. */
export interface Tally {
  total: number
  correct: number
  wrong: number
  /** Not answered, viewed or not. */
  unseen: number
}

export interface Marks {
  tally: Tally
  /** By the id of the subject. */
  subjects: Map<string, Tally>
  /** By the id of the question. */
  items: Map<string, Mark>
}

const none = (): Tally => ({ total: 0, correct: 0, wrong: 0, unseen: 0 })

/** What one answer is; null for none. */
export const markOf = (correct: string, answer: string | null | undefined): Mark =>
  answer == null ? 'unseen' : answer === correct ? 'correct' : 'wrong'

/** Marks the questions of a paper. A question listed twice counts once. */
export function mark(
  keys: readonly Key[],
  answerOf: (question: string) => string | null | undefined,
): Marks {
  return count(keys.map(({ id, subject, correct }) => [id, subject, markOf(correct, answerOf(id))]))
}

/** Counts what is marked already: question, subject and mark. */
export function count(marked: readonly [question: string, subject: string, mark: Mark][]): Marks {
  const marks: Marks = { tally: none(), subjects: new Map(), items: new Map() }
  for (const [question, subject, one] of marked) {
    if (marks.items.has(question)) continue
    marks.items.set(question, one)
    const own = marks.subjects.get(subject) ?? none()
    marks.subjects.set(subject, own)
    for (const tally of [marks.tally, own]) {
      tally.total += 1
      tally[one] += 1
    }
  }
  return marks
}

/** Percentage of the questions answered, with one decimal. */
export const progress = ({ total, unseen }: Tally) => percent(total - unseen, total)

/** Percentage of all questions answered correctly, with one decimal. */
export const accuracy = ({ total, correct }: Tally) => percent(correct, total)

/** `part` of `total` in percent with one decimal; 0 if `total` is 0. */
export const percent = (part: number, total: number) => share(part, total, 1000) / 10

/** The share of the allotted seconds that was left, in percent with two decimals; null without a clock. */
export function speed(allotted: number | null, used: number): number | null {
  if (allotted === null || allotted <= 0) return null
  return share(Math.max(0, allotted - used), allotted, 10_000) / 100
}

/** The WAEC grade of a percentage, A1 to F9. */
export function waecGrade(percentage: number): string {
  const found = grades.find(([least]) => percentage >= least)
  return found ? found[1] : 'F9'
}

const grades: [least: number, grade: string][] = [
  [75, 'A1'],
  [70, 'B2'],
  [65, 'B3'],
  [60, 'C4'],
  [55, 'C5'],
  [50, 'C6'],
  [45, 'D7'],
  [40, 'E8'],
]

/** `part / total × scale`, rounded half up; 0 if `total` is 0. */
const share = (part: number, total: number, scale: number) =>
  total === 0 ? 0 : Math.floor((2 * part * scale + total) / (2 * total))
