// Tests that follow from an earlier one: the same test again, or its mistakes.

import { Button, type ButtonProps } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import type { AssessmentSlug, ExamType, Quiz, User } from '@/shared/api/types'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { notify } from '@/shared/ui/notify'
import { maxQuestions, practiceMinutes } from './subscription'
import type { FlowChoices } from './useFlow'

/** The test to take. */
export interface Again {
  examId: string
  mode: AssessmentSlug
  examType: ExamType
  /** Ids of subjects. Those that are no longer registered are left out. */
  subjects: string[]
  /** Missing or null where the questions come from all years. */
  year?: number | null
  /** Questions per subject. */
  questions?: number
  minutes?: number | null
  /** Ids of topics. */
  topics?: string[]
  paperFrom?: FlowChoices['paperFrom']
  /** The id of the result whose mistakes are drawn; without it, the mistakes of all tests. */
  mistakesOf?: string
  /** Which set of mistakes, from 1: the first has those of the weakest topics. All of them without one. */
  mistakesSet?: number
  powerSafe?: boolean
}

/** Minutes for practice that had no time limit. */
const DEFAULT_MINUTES = 30

/** The same test again. Practice without a year was drawn from mistakes. */
export function sameAgain(quiz: Quiz, { extraTime }: Pick<User, 'extraTime'>): Again {
  const { exam, assessment, examType, subjectId, year, questionCount, time, powerSafe } = quiz
  const mode = assessment.slug as AssessmentSlug
  // The server adds the student's extra time to the minutes that are asked for, so it is taken off
  // here.
  const minutes = time === null ? DEFAULT_MINUTES : (time * 100) / (60 * (100 + extraTime))
  return {
    examId: exam._id,
    mode,
    examType,
    subjects: subjectId,
    year,
    questions: Math.min(maxQuestions, Math.max(1, Math.ceil(questionCount / subjectId.length))),
    minutes: mode === 'practice' ? Math.max(1, Math.floor(minutes)) : null,
    paperFrom: mode !== 'mock' && year === null ? 'mistakes' : undefined,
    powerSafe,
  }
}

/** The questions of a set of mistakes. */
export const setSize = 20

/** How many questions went wrong in a test or were left open. */
export const missedIn = ({ questionCount, correctCount }: Quiz) => questionCount - correctCount

/** How many of so many mistakes are in this set. */
export const inSet = (missed: number, set: number) =>
  Math.min(setSize, missed - (set - 1) * setSize)

/** What went wrong in a test or was left open; one set of it where one is named. */
export function mistakesOf(
  quiz: Quiz,
  mode: 'study' | 'practice',
  user: User,
  set?: number,
): Again {
  const missed = missedIn(quiz)
  const minutes = Math.ceil((set ? inSet(missed, set) : missed) / 15) * 15
  return {
    ...sameAgain(quiz, user),
    mode,
    examType: 'objective',
    questions: set ? setSize : maxQuestions,
    // A minute a question.
    minutes: mode === 'practice' ? Math.min(practiceMinutes.max, Math.max(15, minutes)) : null,
    paperFrom: 'mistakes',
    mistakesOf: quiz._id,
    ...(set && { mistakesSet: set }),
  }
}

/** A button that starts a test like an earlier one. */
export function AgainButton({ again, label, children, ...rest }: AgainButtonProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const go = useMutationOnce({
    mutationFn: async () => {
      const { prepareAgain } = await import('./prepareAgain')
      return prepareAgain(client, again)
    },
    onSuccess: (path) => navigate(path),
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
  return (
    <Button
      // A long label takes two lines on a phone; most fit one.
      px="sm"
      h="auto"
      mih="var(--button-height)"
      py={6}
      styles={{ label: { whiteSpace: 'normal' } }}
      {...rest}
      aria-label={label}
      loading={go.isPending}
      onClick={() => go.mutate()}
    >
      {children}
    </Button>
  )
}

interface AgainButtonProps extends Omit<ButtonProps, 'loading'> {
  again: Again
  /** Its accessible name, if the text needs its context. */
  label?: string
  children: ReactNode
}
