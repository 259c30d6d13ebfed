// Grades that were chosen and not yet sent, kept in the browser until they are.

import { tryStorage } from '@/shared/device/tryStorage'
import { steps } from '@/shared/exams/gradeSteps'
import type { Grades } from './grades'

const key = (quizId: string) => `sabi.grades.${quizId}`

export const keepDraft = (quizId: string, grades: Grades) =>
  tryStorage(() => localStorage.setItem(key(quizId), JSON.stringify(grades)))

export const forgetDraft = (quizId: string) =>
  tryStorage(() => localStorage.removeItem(key(quizId)))

export function readDraft(quizId: string): Grades {
  const kept = tryStorage(() => JSON.parse(localStorage.getItem(key(quizId)) ?? '{}') as unknown)
  if (typeof kept !== 'object' || kept === null) return {}
  const known = Object.entries(kept).flatMap(([id, grade]) => {
    const step = steps.find((one) => one === grade)
    return step === undefined ? [] : [[id, step] as const]
  })
  return Object.fromEntries(known)
}
