// The student's choices from the exam to the start button, kept in the browser. Each has a
// local-storage key of its own, with the names of spec 2 §3.

import { create } from 'zustand'
import type { AssessmentSlug, ExamType } from '@/shared/api/types'
import { tryStorage } from '@/shared/device/tryStorage'

export interface FlowChoices {
  examId: string
  examSlug: string
  examName: string
  logo: string | null
  maximumSubjects: number
  /** The kinds of questions that the exam offers. */
  examinationType: ExamType
  /** The kind that the student chose. */
  examType: ExamType
  categoryId: string
  categoryName: string
  courseId: string
  universityId: string | null
  /** Id of the active subscription. */
  userSubscription: string
  /** The subjects ticked for registration. */
  subjects: { id: string; title: string }[]
  /** Id of the registration that the subjects come from. */
  regSubId: string
  assessmentId: string
  assessmentName: string
  assessmentSlug: AssessmentSlug
  /** Ids and titles of the subjects chosen for this test. */
  RegSubjects: { id: string; title: string }[]
  /** Their titles, joined into one text. */
  subjectName: string
  year: number | null
  questionCount: number
  /** Minutes; null without a time limit. */
  timeDuration: number | null
  shuffleQuestions: boolean
  shuffleOptions: boolean
  /** Ids of topic sections. */
  selectedTopics: string[]
  /** Practice whose timer pauses while the device is off or not reachable. */
  powerSafe: boolean
  /** Id of the exam to whose terms the student has agreed for the next mock. */
  agreedExam: string
  /** Where the questions are drawn from: what was missed, or weak topics at the student's level; without
   * it, from the question bank. */
  paperFrom: 'mistakes' | 'weak'
  /** Where questions are drawn from mistakes: the id of the result, to use only its mistakes. */
  mistakesOf: string
  /** With mistakes: which set of them, from 1. */
  mistakesSet: number
}

type Choices = { [K in keyof FlowChoices]: FlowChoices[K] | undefined }

const none: Choices = {
  examId: undefined,
  examSlug: undefined,
  examName: undefined,
  logo: undefined,
  maximumSubjects: undefined,
  examinationType: undefined,
  examType: undefined,
  categoryId: undefined,
  categoryName: undefined,
  courseId: undefined,
  universityId: undefined,
  userSubscription: undefined,
  subjects: undefined,
  regSubId: undefined,
  assessmentId: undefined,
  assessmentName: undefined,
  assessmentSlug: undefined,
  RegSubjects: undefined,
  subjectName: undefined,
  year: undefined,
  questionCount: undefined,
  timeDuration: undefined,
  shuffleQuestions: undefined,
  shuffleOptions: undefined,
  selectedTopics: undefined,
  powerSafe: undefined,
  agreedExam: undefined,
  paperFrom: undefined,
  mistakesOf: undefined,
  mistakesSet: undefined,
}
/** What the storage holds; `ofVisitor` only where it is true. */
type Stored = Choices & { ofVisitor: true | undefined }
const keys = [...Object.keys(none), 'ofVisitor'] as (keyof Stored)[]

interface Flow extends Choices {
  /**
   * Whether a visitor made these choices. Whoever logs in next gets them, also after an activation
   * link has loaded the page anew.
   */
  ofVisitor: boolean
  choose: (choices: Partial<FlowChoices>) => void
  /** Clears these choices. */
  forget: (...names: (keyof FlowChoices)[]) => void
  reset: () => void
}

/** The choices that are not texts. */
const numbers = new Set<string>([
  ...['maximumSubjects', 'year', 'questionCount', 'timeDuration', 'mistakesSet'],
])
const flags = new Set<string>(['shuffleQuestions', 'shuffleOptions', 'powerSafe', 'ofVisitor'])
const nullable = new Set<string>(['logo', 'universityId', 'year', 'timeDuration'])

/**
 * Whether a stored choice has the right type: other code writes to this storage too, and it may be
 * damaged.
 */
function isRight(key: keyof Stored, value: unknown): boolean {
  if (value === null) return nullable.has(key)
  if (key === 'subjects' || key === 'RegSubjects')
    return Array.isArray(value) && value.every((one) => typeof one?.id === 'string')
  if (key === 'selectedTopics')
    return Array.isArray(value) && value.every((one) => typeof one === 'string')
  if (numbers.has(key)) return typeof value === 'number'
  return typeof value === (flags.has(key) ? 'boolean' : 'string')
}

/**
 * The last value that this tab has read or written, so that another tab's choices are not
 * overwritten.
 */
const written: Partial<Record<keyof Stored, string | undefined>> = {}

/** The choices that the storage holds; what is damaged, or of another type, is left out. */
function read(): Partial<Stored> {
  const stored: Record<string, unknown> = {}
  for (const key of keys) {
    const text = tryStorage(() => localStorage.getItem(key)) ?? undefined
    written[key] = text
    const value = text === undefined ? undefined : parse(text)
    if (value !== undefined && isRight(key, value)) stored[key] = value
  }
  return stored
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Stores the choices that have changed. */
function write({ ofVisitor, ...choices }: Flow) {
  const stored: Stored = { ...choices, ofVisitor: ofVisitor || undefined }
  for (const key of keys) {
    const value = stored[key]
    const text = value === undefined ? undefined : JSON.stringify(value)
    if (written[key] === text) continue
    written[key] = text
    // Removed first: where there is no room for the new value, a reload must not bring back the old
    // one.
    tryStorage(() => localStorage.removeItem(key))
    if (text !== undefined) tryStorage(() => localStorage.setItem(key, text))
  }
}

export const useFlow = create<Flow>()((set) => ({
  ...none,
  ofVisitor: false,
  ...read(),
  choose: (choices) => set(choices),
  forget: (...names) => set(Object.fromEntries(names.map((name) => [name, undefined]))),
  reset: () => set({ ...none, ofVisitor: false }),
}))
useFlow.subscribe(write)
