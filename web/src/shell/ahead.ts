// Fetches what the next screen needs as soon as it is clear that there will be one: on a long line
// most of a wait is asking for one thing after another. Nothing comes that is not on the way to
// what was begun, since data costs money.
import { availabilityQuery, firstYear, yearAsk } from '@/api/queries/attempts'
import { assessmentsQuery, topicsQuery } from '@/api/queries/catalogue'
import { examChoicesQuery } from '@/api/queries/enrolment'
import { weakTopicsQuery } from '@/api/queries/progress'
import { resultsQuery } from '@/api/queries/results'
import { queryClient } from '@/api/queryClient'
import type { ExamChoice } from '@/api/types'
import { postUtme } from '@/exams'
import { registeredSubjects } from '@/features/journey/registered'

/** What cannot be fetched now is fetched, and told of, when it is needed. */
const quietly = (load: () => Promise<unknown>) => void load().catch(() => undefined)

/** For somebody who has begun to sign in. */
export function fetchDashboard(): void {
  quietly(() => import('./StudentShell'))
  quietly(() => import('@/features/journey/Dashboard'))
}

/** How many tests the dashboard looks back on: the last score is compared with one before. */
export const lately = 10

/** For a student on the dashboard: the last tests and, where there are any, what is shown of them. */
export function fetchLately(user: string): void {
  quietly(async () => {
    const { quizes } = await queryClient.fetchQuery(resultsQuery(user, 1, lately))
    const [last] = quizes
    if (!last) return
    quietly(() => import('@/features/journey/home/Home'))
    await queryClient.prefetchQuery(weakTopicsQuery(last.exam._id))
  })
}

/** For a student who has chosen an exam: the steps to the start. */
export function fetchSteps(exam: ExamChoice | undefined): void {
  void queryClient.prefetchQuery(assessmentsQuery)
  void queryClient.prefetchQuery(examChoicesQuery)
  const registered = exam ? registeredSubjects(exam).map(({ _id }) => _id) : []
  // Where the kind of the test, or the university, is asked for first, it is too soon.
  if (exam && exam.examType !== 'both' && exam.slug !== postUtme && registered.length > 0) {
    const of = { examId: exam._id, examType: exam.examType, universityId: null }
    const ask = yearAsk(firstYear, { ...of, registered, chosen: registered })
    void queryClient.prefetchQuery(availabilityQuery(ask))
  }
  quietly(() => import('@/features/journey/ToSetup'))
  quietly(() => import('@/features/journey/ToStart'))
}

/** For a student who has chosen these subjects. */
export function fetchTopics(subjects: string[]): void {
  for (const id of subjects) void queryClient.prefetchQuery(topicsQuery(id))
}

/** For a student on the way to a test, who has its details to choose meanwhile: the test's own window. */
export function fetchTest(): void {
  quietly(() => import('@/features/test/TestPage'))
  quietly(() => import('@/features/test/attempt/kept'))
}
