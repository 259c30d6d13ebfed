// From an exam to registered subjects: what the student holds of each exam, universities,
// plans, categories, courses and their subjects.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { ExamChoice, PageAsk } from '../types'

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

/** How much of the bank is in use by exam, and which courses and universities have a question. */
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

/** The plans of an exam, each with how it stands to what the student holds there. */
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

/** The subjects that can be registered, the mandatory first, the registered marked. */
export const courseSubjectsQuery = (body: SubjectsAsk) =>
  queryOptions({
    queryKey: ['course-subjects', body],
    queryFn: () =>
      ok(api.POST('/api/v1/get-course-subjects/', { body })).then(({ data }) =>
        // Those of other exams, told where this one has none, cannot be registered for it.
        data.filter(({ exam }) => exam._id === body.examId),
      ),
  })

/** A page of the student's subscriptions, active and expired. */
export const subscriptionPageQuery = (userId: string, ask: PageAsk) =>
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

/** Notes that the student has read what an administrator changed. */
export const seeSubjectsChange = (id: string) =>
  ok(api.POST('/api/v1/me/registrations/{id}/seen', { params: { path: { id } } }))

/** Takes in what has changed of an exam, so that the next screen knows of it at once. */
export function changeExam(
  client: QueryClient,
  examId: string,
  turn: (exam: ExamChoice) => ExamChoice,
) {
  client.setQueryData(examChoicesQuery.queryKey, (exams) =>
    exams?.map((exam) => (exam._id === examId ? turn(exam) : exam)),
  )
}
