// The journey's choices, kept in the browser from exam to start button. Each is a
// local-storage key of its own, under the names of spec 2 §3.

import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { AssessmentSlug, ExamType } from '@/api/types'
import { tryStorage } from './tryStorage'

export interface FlowChoices {
  examId: string
  examSlug: string
  examName: string
  logo: string | null
  maximumSubjects: number
  /** What the exam offers. */
  examinationType: ExamType
  /** What the student chose to sit. */
  examType: ExamType
  categoryId: string
  categoryName: string
  courseId: string
  universityId: string | null
  /** Id of the active subscription. */
  userSubscription: string
  /** The subjects ticked for registration. */
  subjects: { id: string; title: string }[]
  /** Id of the registration the subjects come from. */
  regSubId: string
  assessmentId: string
  assessmentName: string
  assessmentSlug: AssessmentSlug
  /** Ids and titles of the subjects chosen for this test. */
  RegSubjects: { id: string; title: string }[]
  /** Their titles in one text. */
  subjectName: string
  year: number | null
  questionCount: number
  /** Minutes; null without a clock. */
  timeDuration: number | null
  shuffleQuestions: boolean
  shuffleOptions: boolean
  /** Ids of topic sections. */
  selectedTopics: string[]
  /** Practice whose clock stands still while the device is silent. */
  powerSafe: boolean
  /** Id of the exam to whose terms the student has agreed for the next mock. */
  agreedExam: string
  /** What the questions are drawn from: the bank, unless it is said otherwise. */
  paperFrom: 'mistakes'
  /** With mistakes: those of this result alone. */
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
const keys = Object.keys(none) as (keyof Choices)[]

interface Flow extends Choices {
  /** Whether what stands here was chosen by a visitor, for whoever signs in next. */
  ofVisitor: boolean
  choose: (choices: Partial<FlowChoices>) => void
  /** Forgets these choices. */
  forget: (...names: (keyof FlowChoices)[]) => void
  reset: () => void
}

// The store reads the storage as soon as it is made, so what reading needs stands before it.

/** What is not a text. */
const numbers = new Set<string>([
  ...['maximumSubjects', 'year', 'questionCount', 'timeDuration', 'mistakesSet'],
])
const flags = new Set<string>(['shuffleQuestions', 'shuffleOptions', 'powerSafe'])
const nullable = new Set<string>(['logo', 'universityId', 'year', 'timeDuration'])

/** Whether a choice is what it should be: others write into this storage too, and it may be damaged. */
function isRight(key: keyof Choices, value: unknown): boolean {
  if (value === null) return nullable.has(key)
  if (key === 'subjects' || key === 'RegSubjects')
    return Array.isArray(value) && value.every((one) => typeof one?.id === 'string')
  if (key === 'selectedTopics')
    return Array.isArray(value) && value.every((one) => typeof one === 'string')
  if (numbers.has(key)) return typeof value === 'number'
  return typeof value === (flags.has(key) ? 'boolean' : 'string')
}

/** What this tab has read or written last: another tab's choices are not written over. */
const written: Partial<Record<keyof Choices, string | undefined>> = {}

export const useFlow = create<Flow>()(
  persist(
    (set) => ({
      ...none,
      ofVisitor: false,
      choose: (choices) => set(choices),
      forget: (...names) => set(Object.fromEntries(names.map((name) => [name, undefined]))),
      reset: () => set({ ...none, ofVisitor: false }),
    }),
    {
      name: 'flow',
      storage: createJSONStorage(() => ({ getItem: read, setItem: write, removeItem: remove })),
      partialize: (flow) => Object.fromEntries(keys.map((key) => [key, flow[key]])),
    },
  ),
)

/** Gathers the single keys into the one JSON text that `persist` expects. */
function read(): string | null {
  const state: Record<string, unknown> = {}
  for (const key of keys) {
    const text = tryStorage(() => localStorage.getItem(key)) ?? undefined
    written[key] = text
    const value = text === undefined ? undefined : parse(text)
    if (value !== undefined && isRight(key, value)) state[key] = value
  }
  return JSON.stringify({ state, version: 0 })
}

function write(_name: string, text: string) {
  const { state } = JSON.parse(text) as { state: Partial<Choices> }
  for (const key of keys) {
    const value = state[key]
    const text = value === undefined ? undefined : JSON.stringify(value)
    if (written[key] === text) continue
    written[key] = text
    // First, so that where there is no room for the new one a reload brings no old one back.
    tryStorage(() => localStorage.removeItem(key))
    if (text !== undefined) tryStorage(() => localStorage.setItem(key, text))
  }
}

function remove() {
  for (const key of keys) tryStorage(() => localStorage.removeItem(key))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
