// Where each exam leads a student, by what they hold of it (spec 2 §2.1, §4.3).
import { expect, it } from 'vitest'
import type { ExamChoice } from '@/shared/api/types'
import { exam, examChoice, registration, subscription } from '@/testing/data'
import { nextStep } from './ExamChoice'

const jamb = exam({ maximumSubjects: 3 })
const waec = exam({ _id: 'waec', slug: 'wassce-waec-ssce', examType: 'both', maximumSubjects: 3 })
const bece = exam({ _id: 'bece', slug: 'jsce-bece', title: 'JSCE (BECE)', maximumSubjects: 3 })
const post = exam({ _id: 'post', slug: 'post-utme', title: 'POST UTME', maximumSubjects: 3 })

const university = (id: string) => ({ _id: id, title: id })
const at = (id: string) => subscription(post, { _id: id, university: university(id) })
const some = (of: typeof jamb, over = {}) =>
  registration(of, { subjectsProcessed: ['s0', 's1'], ...over })

const table: [string, ExamChoice, string, string | null][] = [
  ['no subscription', examChoice(jamb), '/subscription', null],
  ['no subscription to JSCE (BECE)', examChoice(bece), '/subscription', null],
  ['no subscription to POST UTME', examChoice(post), '/university', null],
  [
    'a registration alone, its subscription expired',
    examChoice(jamb, { registration: registration(jamb) }),
    '/subscription',
    null,
  ],
  ['subscribed', examChoice(jamb, { subscriptions: [subscription(jamb)] }), '/categories', null],
  [
    'subscribed to an exam of both kinds',
    examChoice(waec, { subscriptions: [subscription(waec)] }),
    '/categories',
    null,
  ],
  [
    'subscribed to JSCE (BECE)',
    examChoice(bece, { subscriptions: [subscription(bece)] }),
    '/course-subjects',
    null,
  ],
  [
    'subscribed to POST UTME at one university',
    examChoice(post, { subscriptions: [at('unilag')] }),
    '/categories',
    'unilag',
  ],
  [
    'subscribed to POST UTME at two universities',
    examChoice(post, { subscriptions: [at('unilag'), at('ui')] }),
    '/university',
    null,
  ],
  [
    'subscribed at two, registered at one of them',
    examChoice(post, {
      subscriptions: [at('unilag'), at('ui')],
      registration: some(post, { university: university('ui') }),
    }),
    '/categories',
    'ui',
  ],
  [
    'registered at a university whose subscription has expired',
    examChoice(post, {
      subscriptions: [at('unilag')],
      registration: some(post, { university: university('ui') }),
    }),
    '/categories',
    'unilag',
  ],
  [
    'some subjects registered',
    examChoice(jamb, { subscriptions: [subscription(jamb)], registration: some(jamb) }),
    '/categories',
    null,
  ],
  [
    'all subjects registered',
    examChoice(jamb, { subscriptions: [subscription(jamb)], registration: registration(jamb) }),
    '/mode-of-assessment',
    null,
  ],
  [
    'all subjects of an exam of both kinds registered',
    examChoice(waec, { subscriptions: [subscription(waec)], registration: registration(waec) }),
    '/exam-type',
    null,
  ],
  [
    'all subjects of JSCE (BECE) registered',
    examChoice(bece, { subscriptions: [subscription(bece)], registration: registration(bece) }),
    '/mode-of-assessment',
    null,
  ],
]

it.each(table)('%s', (_name, choice, path, universityId) => {
  expect(nextStep(choice)).toEqual({ path, universityId })
})
