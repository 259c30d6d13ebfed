// Tests begun and ended past the browser, where a screen needs one to show.

import { type Call, findIn } from './api.ts'
import type { Server } from './server.ts'

export type Started = Awaited<ReturnType<typeof startedTest>>

/** An exam by its slug, the mode, and how many questions of each subject; a mock has its own number. */
export type Choices = {
  exam: string
  mode: 'study' | 'practice' | 'mock'
  kind?: 'objective' | 'theory' | 'both'
  questions?: number
}

/** Starts a test of all that the demo student has registered for the exam. */
export async function startedTest(
  server: Server,
  { exam: slug, mode, kind = 'objective', questions = 6 }: Choices,
) {
  const call = await server.api('student@sabi.test')
  const { user } = await call('/me')
  const assessments = await call('/get-assessments')
  const registrations = await call(`/get-saved-subjects/${user._id}`)
  const { exam, subjects } = findIn(registrations.data, (one) => one.exam.slug === slug)
  const mock = mode === 'mock'
  const { attempt, paper } = await call('/attempts', {
    method: 'POST',
    json: {
      examId: exam._id,
      assessmentId: findIn(assessments.data, (one) => one.slug === mode)._id,
      examType: kind,
      subjects: subjects.map(({ _id }) => _id),
      university: null,
      ...(!mock && {
        year: 2019,
        questionLimit: questions,
        timeDuration: mode === 'practice' ? 60 : null,
        shuffleQuestions: false,
        shuffleOptions: false,
        selectedTopics: [],
      }),
    },
  })
  const page = kind === 'theory' ? 'theories-questions' : 'objective-questions'
  const path = mock ? `/mock-exam/${exam._id}` : `/${page}`
  return { call, attempt, paper, path: `${path}?attempt=${attempt._id}` }
}

/** Sits a test, answering three of four; gives the id of its result. */
export async function submittedTest(server: Server, choices: Choices) {
  const { call, attempt, paper } = await startedTest(server, choices)
  const answered = paper.subjects.flatMap(({ questions, theories }) => [
    ...questions
      .filter((_, i) => i % 4 !== 3)
      .map(({ _id, options }, i) => ({ question: _id, answer: options[i % options.length]._id })),
    ...theories.map(({ _id }, i) => ({
      theory: _id,
      answer: `My working for question ${i + 1}:\n2x + 3 = 11, so x = 4.`,
    })),
  ])
  const { quizId } = await call('/submit-result', {
    method: 'POST',
    json: { attemptId: attempt._id, answered },
  })
  return quizId
}

/** All results of the caller that were taken offline. */
export async function offlineResults(call: Call) {
  const { user } = await call('/me')
  const { quizes } = await call(`/get-results/${user._id}?page=1&limit=100`)
  return quizes.filter(({ offline }) => offline !== null)
}
