// Sets the journey's choices for a test like one that was sat before, so that a returning student
// is one press from its start.
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/errors'
import { registrationsQuery, subscriptionsQuery } from '@/api/queries/account'
import { assessmentsQuery, examTypesQuery } from '@/api/queries/catalogue'
import type { AssessmentSlug, ExamType, Quiz, User } from '@/api/types'
import { paths } from '@/paths'
import { type FlowChoices, useFlow } from '@/stores/flow'
import { messages } from './messages'

/** What is to be sat. */
export interface Again {
  examId: string
  mode: AssessmentSlug
  examType: ExamType
  /** Ids of subjects; of those that are not registered any more nothing can be sat. */
  subjects: string[]
  /** Missing or null where it is drawn from all years. */
  year?: number | null
  /** Questions a subject. */
  questions?: number
  minutes?: number | null
  /** Ids of topics. */
  topics?: string[]
  paperFrom?: FlowChoices['paperFrom']
  powerSafe?: boolean
}

/** Practice without a clock of its own to go by. */
const usualMinutes = 30
const most = 100

/** The same test once more. Practice without a year was drawn from mistakes. */
export function sameAgain(quiz: Quiz, { extraTime }: Pick<User, 'extraTime'>): Again {
  const { exam, assessment, examType, subjectId, year, questionCount, time, powerSafe } = quiz
  const mode = assessment.slug as AssessmentSlug
  // The student's extra time is added to what is asked for.
  const minutes = time === null ? usualMinutes : time / 60 / (1 + extraTime / 100)
  return {
    examId: exam._id,
    mode,
    examType,
    subjects: subjectId,
    year,
    questions: Math.min(most, Math.max(1, Math.ceil(questionCount / subjectId.length))),
    minutes: mode === 'practice' ? Math.max(1, Math.floor(minutes)) : null,
    paperFrom: mode !== 'mock' && year === null ? 'mistakes' : undefined,
    powerSafe,
  }
}

/** What went wrong in a test or was left open, and what still is of earlier ones like it. */
export function mistakesOf(quiz: Quiz, mode: 'study' | 'practice', user: User): Again {
  const like = sameAgain(quiz, user)
  const timed = quiz.assessment.slug === 'practice' && like.minutes
  return {
    ...like,
    mode,
    examType: 'objective',
    questions: most,
    minutes: mode === 'practice' ? timed || usualMinutes : null,
    paperFrom: 'mistakes',
  }
}

/**
 * Makes the choices, and gives the address of the step that is left: the start, or the terms of a
 * mock. Throws ApiError where such a test cannot be sat any more, or nothing could be asked.
 */
export async function prepareAgain(
  client: QueryClient,
  user: string,
  again: Again,
): Promise<string> {
  const [exams, assessments, registrations, subscriptions] = await Promise.all([
    client.fetchQuery({ ...examTypesQuery, staleTime: Number.POSITIVE_INFINITY }),
    client.fetchQuery(assessmentsQuery),
    client.fetchQuery({ ...registrationsQuery(user), staleTime: Number.POSITIVE_INFINITY }),
    client.fetchQuery({ ...subscriptionsQuery(user), staleTime: Number.POSITIVE_INFINITY }),
  ])
  const exam = exams.find((one) => one._id === again.examId)
  const assessment = assessments.find((one) => one.slug === again.mode && one.status)
  const own = registrations.find((one) => one.exam._id === again.examId)
  const registered = own?.subjects.filter(
    ({ _id }) => again.subjects.includes(_id) && own.subjectsProcessed.includes(_id),
  )
  const held = subscriptions.filter((one) => one.status && one.exam._id === again.examId)
  const subscription = held.find((one) => one.university?._id === own?.university?._id) ?? held[0]
  if (!exam?.status || !assessment || !own || !registered?.length) {
    throw new ApiError(-1, 'not-again', messages.shell.notAgain)
  }
  const { choose, reset } = useFlow.getState()
  reset()
  choose({
    examId: exam._id,
    examSlug: exam.slug,
    examName: exam.title,
    logo: exam.logo,
    maximumSubjects: exam.maximumSubjects,
    examinationType: exam.examType,
    examType: again.examType,
    universityId: own.university?._id ?? null,
    ...(subscription && { userSubscription: subscription._id }),
    regSubId: own._id,
    assessmentId: assessment._id,
    assessmentName: assessment.title,
    assessmentSlug: assessment.slug,
    RegSubjects: registered.map(({ _id, title }) => ({ id: _id, title })),
    year: again.year ?? null,
    questionCount: again.questions ?? most,
    timeDuration: again.minutes ?? null,
    selectedTopics: again.topics ?? [],
    powerSafe: again.powerSafe ?? false,
    ...(again.paperFrom && { paperFrom: again.paperFrom }),
  })
  return again.mode === 'mock' ? paths.instructions : paths.startExam
}
