// From an exam to registered subjects: the student's state per exam, universities, plans,
// categories, courses and their subjects.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { ExamChoice, PageQuery } from '../types'

const hour = 60 * 60 * 1000

/** Each exam with the student's active subscriptions, registered subjects and running tests. */
export const examChoicesQuery = queryOptions({
  queryKey: ['exam-choices'],
  queryFn: () => ok(api.GET('/api/v1/me/exams')).then(({ data }) => data),
})

export const universitiesQuery = queryOptions({
  queryKey: ['universities'],
  queryFn: () => ok(api.GET('/api/v1/universities')).then(({ data }) => data),
  staleTime: hour,
})

/** The number of active questions by exam, and the courses and universities with questions. */
export const bankSizesQuery = queryOptions({
  queryKey: ['bank-sizes'],
  queryFn: () => ok(api.GET('/api/v1/bank-sizes')).then(({ data }) => data),
})

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: () => ok(api.GET('/api/v1/get-categories')).then(({ data }) => data),
  staleTime: hour,
})

export const coursesQuery = (categoryId: string) =>
  queryOptions({
    queryKey: ['courses', categoryId],
    queryFn: () =>
      ok(api.GET('/api/v1/get-courses/{categoryId}', { params: { path: { categoryId } } })).then(
        ({ data }) => data,
      ),
    staleTime: hour,
  })

/** The plans of an exam, each compared with the student's current one. */
export const plansQuery = (examId: string, universityId: string | null) =>
  queryOptions({
    queryKey: ['plans', examId, universityId],
    queryFn: () =>
      (universityId === null
        ? ok(api.GET('/api/v1/get-subscriptions/{examId}', { params: { path: { examId } } }))
        : ok(
            api.GET('/api/v1/get-subscriptions/{examId}/{universityId}', {
              params: { path: { examId, universityId } },
            }),
          )
      ).then(({ data }) => data),
  })

interface SubjectsAsk {
  examId: string
  courseId: string | null
  universityId: string | null
}

/** The subjects that can be registered, mandatory ones first, registered ones marked. */
export const courseSubjectsQuery = (body: SubjectsAsk) =>
  queryOptions({
    queryKey: ['course-subjects', body],
    queryFn: () =>
      ok(api.POST('/api/v1/get-course-subjects/', { body })).then(({ data }) =>
        // If the course has none for this exam, the server returns those of other exams, which
        // cannot be registered.
        data.filter(({ exam }) => exam._id === body.examId),
      ),
  })

/** A page of the student's subscriptions, active and expired. */
export const subscriptionPageQuery = (userId: string, ask: PageQuery) =>
  queryOptions({
    queryKey: ['subscriptions', userId, ask],
    queryFn: () => {
      const { page, limit, sort, q } = ask
      const query = { page, limit, ...(sort && { sort }), ...(q && { q }) }
      return ok(
        api.GET('/api/v1/user-subscription-list/{userId}', { params: { path: { userId }, query } }),
      )
    },
    placeholderData: keepPreviousData,
  })

/** Records that the student has seen an administrator's change. */
export const seeSubjectsChange = (id: string) =>
  ok(api.POST('/api/v1/me/registrations/{id}/seen', { params: { path: { id } } }))

/** Updates the cached state of an exam, so that the next screen shows it immediately. */
export function changeExam(
  client: QueryClient,
  examId: string,
  turn: (exam: ExamChoice) => ExamChoice,
) {
  client.setQueryData(examChoicesQuery.queryKey, (exams) =>
    exams?.map((exam) => (exam._id === examId ? turn(exam) : exam)),
  )
}

// The catalogue: exams, modes of assessment, instructions, topics.

export const examTypesQuery = queryOptions({
  queryKey: ['exam-types'],
  queryFn: () => ok(api.GET('/api/v1/exam-types')).then(({ data }) => data),
})

export const assessmentsQuery = queryOptions({
  queryKey: ['assessments'],
  queryFn: () => ok(api.GET('/api/v1/get-assessments')).then(({ data }) => data),
  staleTime: hour,
})

export const instructionQuery = (examId: string) =>
  queryOptions({
    queryKey: ['instruction', examId],
    queryFn: () =>
      ok(api.GET('/api/v1/get-exam-instruction/{id}', { params: { path: { id: examId } } })).then(
        ({ data }) => data,
      ),
  })

export const topicsQuery = (subjectId: string) =>
  queryOptions({
    queryKey: ['topics', subjectId],
    queryFn: () =>
      ok(api.GET('/api/v1/topics/{subjectId}', { params: { path: { subjectId } } })).then(
        ({ data }) => data,
      ),
  })

/** The subjects that a student has registered, which are the ones that tests may have. */
export function registeredSubjects({ registration }: Pick<ExamChoice, 'registration'>) {
  if (!registration) return []
  const { subjects, subjectsProcessed } = registration
  return subjects.filter((one) => subjectsProcessed.includes(one._id))
}
