// Sets the journey's choices for a test like one that was sat before, so that a returning student
// is one press from its start. Comes when it is pressed.
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/errors'
import { registrationsQuery, subscriptionsQuery } from '@/api/queries/account'
import { assessmentsQuery, examTypesQuery } from '@/api/queries/catalogue'
import { paths } from '@/paths'
import { useFlow } from '@/stores/flow'
import { type Again, most } from './again'
import { messages } from './againMessages'

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
    throw new ApiError(-1, 'not-again', messages.notAgain)
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
