// From an exam to registered subjects: what the student holds of each exam, universities,
// plans and payments, categories, courses and their subjects.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type {
  ExamChoice,
  PageAsk,
  Registration,
  SaveSubjects,
  SelectSubjects,
  SubscribePlan,
  UserSubscription,
} from '../types'

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

/** A plan, and where it is taken. */
export interface PlanAsk {
  examId: string
  /** For POST UTME alone. */
  universityId: string | null
  /** The plan. */
  subscriptionId: string
}

/** Begins a payment: its reference, what it costs, and the page to pay on. */
export const initializePayment = (body: PlanAsk) =>
  ok(api.POST('/api/v1/payments/initialize', { body })).then(({ data }) => data)

/** Subscribes to a plan: one that costs nothing, or by a payment that the gateway confirms. */
export function subscribePlan({ examId, universityId, subscriptionId }: PlanAsk, paid?: string) {
  const ask = { examId, universityId, subscriptionId }
  // The document gives each field a default, which its type takes for one that is needed.
  const body = {
    ...ask,
    paymentData: paid ? { refrenceId: paid, trxref: paid } : {},
  } as SubscribePlan
  return ok(api.POST('/api/v1/subscribe-plan', { body })).then((answer) => answer.userSubscription)
}

/** Registers subjects of an exam, or asks once for others. */
export const saveSubjects = (body: Omit<SaveSubjects, 'subjectsProcessed' | 'updateRequest'>) =>
  ok(api.POST('/api/v1/save-exam-subjects', { body: body as SaveSubjects })).then(
    ({ data }) => data,
  )

/** Keeps what was chosen for the next test of an exam. */
export const selectSubjects = (body: SelectSubjects) =>
  ok(api.POST('/api/v1/save-registered-subjects', { body })).then(({ data }) => data)

/** Takes a new subscription in, so that the next screen knows of it at once. */
export function holdSubscription(client: QueryClient, held: UserSubscription): void {
  const isSame = (one: UserSubscription) => one._id === held._id
  change(client, held.exam._id, (exam) => ({
    ...exam,
    subscriptions: [held, ...exam.subscriptions.filter((one) => !isSame(one))],
  }))
  for (const key of ['exam-choices', 'subscriptions', 'plans']) {
    void client.invalidateQueries({ queryKey: [key] })
  }
}

/** The same for registered subjects. */
export function holdRegistration(client: QueryClient, registration: Registration): void {
  change(client, registration.exam._id, (exam) => ({ ...exam, registration }))
  for (const key of ['exam-choices', 'registrations', 'course-subjects']) {
    void client.invalidateQueries({ queryKey: [key] })
  }
}

function change(client: QueryClient, examId: string, turn: (exam: ExamChoice) => ExamChoice) {
  client.setQueryData(examChoicesQuery.queryKey, (exams) =>
    exams?.map((exam) => (exam._id === examId ? turn(exam) : exam)),
  )
}
