// What the grid shows and changes, without drawing it.
import type { BankOfExam, BankOfSubject, BankOfYear } from '@/shared/api/types'

/** A year of a subject. */
export interface Cell {
  subject: BankOfSubject
  year: number
  /** Undefined if no bank of this year was begun. */
  found: BankOfYear | undefined
}

/** The years that have a column, the latest first: the latest ten of `lastYears`, and all that exist. */
export function columnsOf({ subjects }: BankOfExam, lastYears: number[]): number[] {
  const usual = lastYears.slice(0, 10)
  const found = subjects.flatMap(({ years }) => years.map(({ year }) => year))
  return [...new Set([...usual, ...found])].sort((a, b) => b - a)
}

/** A text without case and marks: Ẹ̀KỌ́ and eko are the same. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The subjects whose title contains what was typed, whatever its case and marks. */
export const matching = (subjects: BankOfSubject[], typed: string) =>
  subjects.filter(({ title }) => folded(title).includes(folded(typed.trim())))

export const cellOf = (subject: BankOfSubject, year: number): Cell => ({
  subject,
  year,
  found: subject.years.find((one) => one.year === year),
})

/** The years of these subjects that do not exist yet, subject by subject. */
export function missingCells(subjects: BankOfSubject[], from: number, to: number): Cell[] {
  const years = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
  const cells = subjects.flatMap((subject) => years.map((year) => cellOf(subject, year)))
  return cells.filter(({ found }) => found === undefined)
}
