// What a student chose for the last test of each exam on the start screen, kept on this device so that
// the next one begins with it.
import type { AssessmentSlug, ExamType } from '@/shared/api/types'
import { tryStorage } from '@/shared/device/tryStorage'

export interface LastChoices {
  /** For POST UTME. */
  university: string | null
  examType: ExamType
  mode: AssessmentSlug
  /** Ids of subjects. */
  subjects: string[]
  /** Questions per subject. */
  questions: number
  /** Minutes of a practice; null where they follow the number of questions. */
  minutes: number | null
  /** Null where it is left to the start screen. */
  year: number | null
  shuffleQuestions: boolean
  shuffleOptions: boolean
  powerSafe: boolean
}

const KEY = 'sabi.last-choices'
/** Exams, the latest first. */
const MOST = 12

type StoredChoices = [exam: string, choices: LastChoices][]

const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => typeof value === 'number'
const isFlag = (value: unknown) => typeof value === 'boolean'
const orNull = (is: (value: unknown) => boolean) => (value: unknown) => value === null || is(value)

/** Others write into this storage too, and it may be damaged. */
const shape: Record<keyof LastChoices, (value: unknown) => boolean> = {
  university: orNull(isText),
  examType: (value) => ['objective', 'theory', 'both'].includes(value as string),
  mode: (value) => ['study', 'practice', 'mock'].includes(value as string),
  subjects: (value) => Array.isArray(value) && value.every(isText),
  questions: isNumber,
  minutes: orNull(isNumber),
  year: orNull(isNumber),
  shuffleQuestions: isFlag,
  shuffleOptions: isFlag,
  powerSafe: isFlag,
}

function isKept(one: unknown): one is StoredChoices[number] {
  if (!Array.isArray(one) || !isText(one[0])) return false
  const choices = one[1]
  if (typeof choices !== 'object' || choices === null) return false
  return Object.entries(shape).every(([name, is]) => is(choices[name]))
}

function all(): StoredChoices {
  const kept: unknown = tryStorage(() => JSON.parse(localStorage.getItem(KEY) ?? '[]'))
  return Array.isArray(kept) ? kept.filter(isKept) : []
}

/** The last choices of an exam; null where there are none on this device. */
export const lastChoices = (exam: string): LastChoices | null =>
  all().find(([one]) => one === exam)?.[1] ?? null

/** The id of the exam of the last test that was started here. */
export const lastExam = (): string | null => all()[0]?.[0] ?? null

export function keepChoices(exam: string, choices: LastChoices): void {
  const others = all().filter(([one]) => one !== exam)
  const kept = [[exam, choices], ...others].slice(0, MOST)
  tryStorage(() => localStorage.setItem(KEY, JSON.stringify(kept)))
}
