// Sets the journey's choices for a test like an earlier one, so that a returning student can start
// it with one press. Loaded when it is pressed.
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/shared/api/errors'
import { assessmentsQuery, examChoicesQuery } from '@/shared/api/queries/enrolment'
import { paths } from '@/shared/paths'
import type { Again } from './again'
import { choicesOf } from './steps'
import { maxQuestions } from './subscription'
import { useFlow } from './useFlow'

export const againTexts = {
  notAgain: 'This test is no longer available to you. Choose another one.',
}

/**
 * Sets the choices and returns the address of the remaining step: the start, or the terms of a
 * mock. Throws ApiError where such a test can no longer be taken, or the server could not be asked.
 */
export async function prepareAgain(client: QueryClient, again: Again): Promise<string> {
  const [exams, assessments] = await Promise.all([
    client.fetchQuery({ ...examChoicesQuery, staleTime: Number.POSITIVE_INFINITY }),
    client.fetchQuery(assessmentsQuery),
  ])
  const exam = exams.find((one) => one._id === again.examId)
  const assessment = assessments.find((one) => one.slug === again.mode && one.status)
  const own = exam?.registration
  const registered = own?.subjects.filter(
    ({ _id }) => again.subjects.includes(_id) && own.subjectsProcessed.includes(_id),
  )
  if (!exam?.status || !assessment || !own || !registered?.length) {
    throw new ApiError(-1, 'not-again', againTexts.notAgain)
  }
  const { choose, reset } = useFlow.getState()
  reset()
  choose({
    ...choicesOf(exam, own.university?._id ?? null),
    examType: again.examType,
    assessmentId: assessment._id,
    assessmentName: assessment.title,
    assessmentSlug: assessment.slug,
    RegSubjects: registered.map(({ _id, title }) => ({ id: _id, title })),
    year: again.year ?? null,
    questionCount: again.questions ?? maxQuestions,
    timeDuration: again.minutes ?? null,
    selectedTopics: again.topics ?? [],
    powerSafe: again.powerSafe ?? false,
    ...(again.paperFrom && { paperFrom: again.paperFrom }),
    ...(again.mistakesOf && { mistakesOf: again.mistakesOf }),
    ...(again.mistakesSet && { mistakesSet: again.mistakesSet }),
  })
  return again.mode === 'mock' ? paths.instructions : paths.startExam
}
