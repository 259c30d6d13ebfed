// A choice that is missing leads to the first step that makes one.
import { expect, it } from 'vitest'
import { exam, examChoice, registration, subscription } from '@/testing/data'
import { missingStep, takeUp, toSubscribe } from './steps'
import { subscriptionAt } from './subscription'
import { useFlow } from './useFlow'

const all = { examId: 'e', examSlug: 's', examName: 'E', userSubscription: 'u', courseId: null }

it.each([
  [all, ['examId', 'examName'], null],
  [{}, ['examName', 'year'], '/dashboard'],
  [all, ['examId', 'universityId', 'userSubscription'], '/university'],
  [{ examId: 'e' }, ['examId', 'userSubscription'], '/subscription'],
  [all, ['courseId', 'categoryId'], '/categories'],
  [{ categoryId: 'k' }, ['courseId', 'categoryId'], '/category-courses'],
  [all, ['regSubId', 'examType'], '/course-subjects'],
  [all, ['year', 'assessmentSlug', 'examType'], '/exam-type'],
  [all, ['year', 'assessmentSlug'], '/mode-of-assessment'],
  [all, ['RegSubjects', 'year'], '/registered-subjects'],
  [all, ['selectedTopics'], '/select-subject-topic'],
] as const)('of %j, needing %j: %s', (flow, needs, step) => {
  expect(missingStep(flow, needs)).toBe(step)
})

it('subscribes POST UTME by university, and every other exam by itself', () => {
  expect([toSubscribe('post-utme'), toSubscribe('post-utme', 'unilag')]).toEqual([
    '/university',
    '/subscription',
  ])
  expect(toSubscribe('jsce-bece')).toBe('/subscription')
  const post = exam({ slug: 'post-utme' })
  const held = subscription(post, { university: { _id: 'unilag', title: 'Lagos' } })
  const choice = examChoice(post, { subscriptions: [held] })
  expect(subscriptionAt(choice, 'unilag')).toBe(held)
  expect([subscriptionAt(choice, 'ui'), subscriptionAt(choice, null)]).toEqual([
    undefined,
    undefined,
  ])
})

it('begins each test of an exam with as many questions as may be asked for', () => {
  useFlow.getState().choose({ examId: 'jamb', questionCount: 7 })
  takeUp(examChoice(exam()), null)
  expect(useFlow.getState().questionCount).toBeUndefined()
})

it('takes up an exam with what is held of it, and forgets another with what was', () => {
  const { choose } = useFlow.getState()
  choose({ examId: 'another', userSubscription: 'old', year: 2019, subjects: [], regSubId: 'r' })
  const jamb = exam()
  const ref = (title: string) => ({ _id: title, title })
  const course = { category: ref('Sciences'), course: ref('Law') }
  takeUp(examChoice(jamb, { registration: registration(jamb, course) }), null)
  expect(useFlow.getState()).toMatchObject({
    examId: 'jamb',
    maximumSubjects: 4,
    categoryId: 'Sciences',
    courseId: 'Law',
    regSubId: 'reg-jamb',
    userSubscription: undefined,
    year: undefined,
    subjects: undefined,
  })
})
