// Fetches what the next step needs as soon as it is clear that there will be one. Nothing else is
// fetched, since data costs money.

import { queryClient } from '@/shared/api/client'
import { availabilityQuery, firstYear, yearAsk } from '@/shared/api/queries/attempts'
import {
  assessmentsQuery,
  examChoicesQuery,
  registeredSubjects,
  topicsQuery,
} from '@/shared/api/queries/enrolment'
import { resultsQuery, weakTopicsQuery } from '@/shared/api/queries/results'
import type { ExamChoice } from '@/shared/api/types'
import { preloadKeptTests } from '@/shared/attempt/keptAnswers'
import { postUtme } from '@/shared/exams/exams'
import { preloadScreen } from '@/shared/lazy/lazyScreen'
import { paths } from '@/shared/paths'

/** A failed fetch is ignored: the screen fetches the data again and reports the error. */
const quietly = (load: () => Promise<unknown>) => void load().catch(() => undefined)

/** How many recent tests the dashboard reads: the last score is compared with an earlier one. */
export const RECENT_TESTS = 10

/**
 * For a student on the dashboard: the last tests and, where there are any, the data shown with
 * them.
 */
export function prefetchRecent(user: string): void {
  quietly(async () => {
    const { quizes } = await queryClient.fetchQuery(resultsQuery(user, 1, RECENT_TESTS))
    const [last] = quizes
    if (!last) return
    quietly(() => import('./home/Home'))
    await queryClient.prefetchQuery(weakTopicsQuery(last.exam._id))
  })
}

/** For a student who has chosen an exam: the data of the steps to the start. */
export function prefetchSteps(exam: ExamChoice | undefined): void {
  void queryClient.prefetchQuery(assessmentsQuery)
  void queryClient.prefetchQuery(examChoicesQuery)
  const registered = exam ? registeredSubjects(exam).map(({ _id }) => _id) : []
  // Too early while the kind of test, or the university, has still to be chosen.
  if (exam && exam.examType !== 'both' && exam.slug !== postUtme && registered.length > 0) {
    const of = { examId: exam._id, examType: exam.examType, universityId: null }
    const ask = yearAsk(firstYear, { ...of, registered, chosen: registered })
    void queryClient.prefetchQuery(availabilityQuery(ask))
  }
  preloadScreen(paths.registeredSubjects)
  preloadScreen(paths.startExam)
}

/** For a student who has chosen these subjects. */
export function prefetchTopics(subjects: string[]): void {
  for (const id of subjects) void queryClient.prefetchQuery(topicsQuery(id))
}

/** For a student who is choosing the details of a test: the code of the test window. */
export function preloadTestWindow(): void {
  preloadScreen(paths.objectiveQuestions())
  preloadKeptTests()
}
