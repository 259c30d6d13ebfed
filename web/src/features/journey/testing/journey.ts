// What the server answers on the way to a test, and the choices made on it, for tests.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FlowChoices } from '@/shared/flow/useFlow'
import {
  assessments,
  exam,
  examChoice,
  registration,
  subjects,
  subscription,
  waec as wassce,
} from '@/testing/data'
import type { Asked } from '@/testing/fakeApi'

// As many subjects as are registered.
export const jamb = exam({ video_link: 'https://video.example/guide', maximumSubjects: 3 })
export const waec = { ...wassce, maximumSubjects: 3 }
const soon = exam({ _id: 'post', title: 'POST UTME', slug: 'post-utme', status: false })

/** The student holds all of JAMB UTME, and has lost the subscription to WASSCE. */
export const held = examChoice(jamb, {
  subscriptions: [subscription(jamb)],
  registration: registration(jamb),
})
export const expired = examChoice(waec, { registration: registration(waec) })

export const catalogue = {
  'GET /me/exams': { data: [held, expired, examChoice(soon)] },
  'POST /save-registered-subjects': { data: registration(jamb) },
  'GET /get-assessments': { data: assessments },
  'GET /attempts': { data: [], total: 0 },
  'GET /get-results/u1': { quizes: [], total: 0 },
  'GET /me/forecast': { data: { score: null, subjects: [], next: null } },
  'GET /user-subscription-list/u1': { data: [subscription(jamb)] },
  'GET /get-saved-subjects/u1': { data: [registration(jamb), registration(waec)] },
  'GET /topics/s1': {
    data: [
      {
        _id: 't1',
        title: 'Algebra',
        status: true,
        subject: { _id: 's1', title: 'Mathematics' },
        topicSections: [
          { _id: 'x1', section_name: 'Indices' },
          { _id: 'x2', section_name: 'Surds' },
        ],
      },
    ],
  },
}

/** Mathematics has 2019, nothing else has anything. */
export function availability({ body }: Asked) {
  const { subjects: ids, year } = body as { subjects: string[]; year: number }
  const counts = ids.map((id) => {
    const subject = subjects.find((one) => one._id === id) ?? subjects[0]
    const questions = id === 's1' && year === 2019 ? 40 : 0
    return { subject, questions, theories: 0, years: id === 's1' ? [2019] : [] }
  })
  const some = counts.some((one) => one.questions > 0)
  const every = counts.every((one) => one.questions > 0)
  return {
    totalQuestions: some ? 40 : 0,
    exam: jamb,
    counts,
    subjects: [],
    message: every
      ? null
      : some
        ? `Question available for subject(s) Mathematics for YEAR ${year}`
        : `Question not available for year ${year}`,
  }
}

export const chosen: Partial<FlowChoices> = {
  examId: 'jamb',
  examSlug: 'jamb-utme',
  examName: 'JAMB UTME',
  maximumSubjects: 2,
  examinationType: 'objective',
  examType: 'objective',
  universityId: null,
  userSubscription: 'sub-jamb',
  assessmentId: 'm2',
  assessmentName: 'Practice',
  assessmentSlug: 'practice',
}
export const next = () => userEvent.click(screen.getByRole('button', { name: 'Next' }))
