// The server's responses from the choice of an exam to its registered subjects, for tests.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FlowChoices } from '@/shared/flow/useFlow'
import { bank, exam, examChoice, planOffer, registration, subjects, subscription } from './data'

export const jamb = exam({ maximumSubjects: 3 })
export const bece = exam({
  _id: 'bece',
  title: 'JSCE (BECE)',
  slug: 'jsce-bece',
  examType: 'both',
  maximumSubjects: 3,
})
export const post = exam({ _id: 'post', title: 'POST UTME', slug: 'post-utme' })
export const unilag = { _id: 'unilag', title: 'University of Lagos', description: '', logo: null }

/** Subscribed to JAMB UTME, with nothing registered yet. */
export const fresh = examChoice(jamb, { subscriptions: [subscription(jamb)] })
export const full = { ...fresh, registration: registration(jamb) }

/** The mandatory subjects first, as from the server. */
export const offered = subjects.map((one) => ({
  ...one,
  exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
  slug: one._id,
  logo: null,
  university: [],
  registered: false,
}))
export const biology = { ...offered[2], _id: 's3', title: 'Biology', slug: 's3' }

export const trial = planOffer({
  _id: 'trial',
  title: 'Trial',
  planName: 'Trial',
  subscriptionType: 'Free',
  price: 0,
  duration: 7,
  numOfQuestions: 10,
})
export const monthly = planOffer({ _id: 'monthly', title: 'Monthly', price: 1000, duration: 30 })

/** The bank size of each exam. */
export const sizes = [
  { exam: 'jamb', ...bank, courses: ['c1'], universities: [] },
  { exam: 'bece', ...bank, courses: ['c1'], universities: [] },
  { exam: 'post', ...bank, courses: ['c1'], universities: [{ university: 'unilag', ...bank }] },
]

export const api = {
  'GET /me/exams': { data: [fresh] },
  'GET /universities': { data: [unilag] },
  'GET /bank-sizes': { data: sizes },
  'GET /payments/open': { data: [] },
  'GET /get-categories': {
    data: [{ _id: 'k1', title: 'Sciences', description: '<p>Medicine</p>', image: null }],
  },
  'GET /get-courses/k1': { data: [{ _id: 'c1', title: 'Microbiology' }] },
  'POST /get-course-subjects/': { data: [...offered, biology] },
  'GET /get-subscriptions/jamb': { data: [trial, monthly] },
  'GET /user-subscription-list/u1': { data: [subscription(jamb)], total: 1 },
}

export const chosen: Partial<FlowChoices> = {
  examId: 'jamb',
  examSlug: 'jamb-utme',
  examName: 'JAMB UTME',
  categoryId: 'k1',
  categoryName: 'Sciences',
  courseId: 'c1',
}

export const press = (name: string | RegExp) =>
  userEvent.click(screen.getByRole('button', { name }))
export const pick = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('radio', { name }))
export const next = () => press('Next')
