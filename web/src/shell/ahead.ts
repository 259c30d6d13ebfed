// Fetches what the next screen needs as soon as it is clear that there will be one: on a long line
// most of a wait is asking for one thing after another. Nothing comes that is not on the way to
// what was begun, since data costs money.
import { registrationsQuery } from '@/api/queries/account'
import { assessmentsQuery, topicsQuery } from '@/api/queries/catalogue'
import { examChoicesQuery } from '@/api/queries/enrolment'
import { queryClient } from '@/api/queryClient'
import { useSession } from '@/stores/session'

/** What cannot be fetched now is fetched, and told of, when it is needed. */
const quietly = (load: () => Promise<unknown>) => void load().catch(() => undefined)

/** For somebody who has begun to sign in. */
export function fetchDashboard(): void {
  quietly(() => import('./StudentShell'))
  quietly(() => import('@/features/journey/Dashboard'))
}

/** For a student who has chosen an exam: the steps to the start. */
export function fetchSteps(): void {
  void queryClient.prefetchQuery(assessmentsQuery)
  const id = useSession.getState().user?._id
  if (id !== undefined) void queryClient.prefetchQuery(registrationsQuery(id))
  void queryClient.prefetchQuery(examChoicesQuery)
  quietly(() => import('@/features/journey/AssessmentStep'))
  quietly(() => import('@/features/journey/SetupStep'))
  quietly(() => import('@/features/journey/TopicsStep'))
  quietly(() => import('@/features/journey/StartTest'))
}

/** For a student who has chosen these subjects. */
export function fetchTopics(subjects: string[]): void {
  for (const id of subjects) void queryClient.prefetchQuery(topicsQuery(id))
}

/** For a student with nothing left to choose but to start: the test's own window. */
export function fetchTest(): void {
  quietly(() => import('@/features/test/TestPage'))
  quietly(() => import('@/features/test/attempt/kept'))
}
