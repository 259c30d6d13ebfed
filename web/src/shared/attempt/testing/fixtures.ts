// A small paper and attempt for the tests of the test window.

import type { Attempt, Paper } from '@/shared/api/types'

const option = (question: string, letter: string) => ({
  _id: `${question}-${letter}`,
  option: `Option ${letter} of ${question}`,
})

const question = (id: string, more: Partial<Paper['subjects'][0]['questions'][0]> = {}) => ({
  _id: id,
  title: id,
  passage: null,
  group: null,
  question: `<p>Stem of ${id}</p>`,
  logo: null,
  options: ['a', 'b', 'c', 'd'].map((letter) => option(id, letter)),
  ...more,
})

const theory = (id: string) => ({
  _id: id,
  title: id,
  question: `<p>Explain ${id}</p>`,
  logo: null,
})

/** English with a linked pair and a theory, Physics with two, Biology with a theory alone. */
export const paper: Paper = {
  totalQuestions: 6,
  subjects: [
    {
      subject: { _id: 'eng', title: 'Use of English' },
      questions: [
        question('e1', { group: 'g1', passage: '<p>A trader of Kano</p>' }),
        question('e2', { group: 'g1' }),
      ],
      theories: [theory('et1')],
    },
    {
      subject: { _id: 'phy', title: 'Physics' },
      questions: [question('p1'), question('p2', { logo: '/images/p2.webp' })],
      theories: [],
    },
    {
      subject: { _id: 'bio', title: 'Biology' },
      questions: [],
      theories: [theory('bt1')],
    },
  ],
}

export const START = Date.parse('2026-03-01T09:00:00.000Z')

export function attemptOf(more: Partial<Attempt> = {}): Attempt {
  return {
    _id: 'a1',
    exam: { _id: 'x1', title: 'JAMB UTME', slug: 'jamb-utme' },
    assessment: { _id: 'm1', title: 'Practice', slug: 'practice' },
    examType: 'objective',
    year: 2019,
    state: 'running',
    startedAt: new Date(START).toISOString(),
    deadline: new Date(START + 30 * 60_000).toISOString(),
    timeDuration: 30,
    extraMinutes: 0,
    powerSafe: false,
    fromToday: false,
    ahead: null,
    pausedTime: 0,
    totalQuestions: 6,
    subjects: paper.subjects.map(({ subject }) => subject),
    revision: 0,
    answers: [],
    review: [],
    seen: [],
    revealed: [],
    marked: [],
    savedAt: null,
    serverNow: new Date(START).toISOString(),
    quizId: null,
    ...more,
  }
}
