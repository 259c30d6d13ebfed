// The sentence below a score.
import { describe, expect, it } from 'vitest'
import type { SubjectResult } from '@/shared/api/types'
import { insightOf } from './ScoreCard'

type Row = [title: string, right: number, all: number, before?: [right: number, all: number]]

function subject(title: string, topics: Row[]): SubjectResult {
  const sum = (at: 1 | 2) => topics.reduce((total, row) => total + row[at], 0)
  return {
    subject: { _id: title, title },
    quesLength: sum(2),
    rightAnswer: sum(1),
    wrongAnswer: sum(2) - sum(1),
    unseen: 0,
    score: 0,
    topics: topics.map(([name, rightAnswer, quesLength, before]) => ({
      topic: { _id: name, title: name },
      ...{ quesLength, rightAnswer },
      before: before ? { rightAnswer: before[0], quesLength: before[1] } : null,
    })),
    results: [],
    theories: [],
  }
}

describe('insightOf', () => {
  it.each<[string, Row[], string | null]>([
    [
      'names the topic with the most marks lost, not the one with the worst share',
      [
        ['Indices', 0, 2],
        ['Algebra', 4, 8],
      ],
      'Algebra cost you the most marks: 4 of 8 missed.',
    ],
    [
      'of two that cost the same, names the weaker one',
      [
        ['Algebra', 6, 8],
        ['Indices', 1, 3],
      ],
      'Indices cost you the most marks: 2 of 3 missed.',
    ],
    [
      'names the largest gain where there is one',
      [
        ['Algebra', 3, 4, [2, 4]],
        ['Indices', 4, 5, [1, 5]],
        ['Sets', 0, 9],
      ],
      'Your biggest gain: Indices, up from 20% to 80%.',
    ],
    [
      'takes no gain of one or two questions for one',
      [
        ['Algebra', 2, 2, [0, 2]],
        ['Indices', 3, 4, [0, 1]],
      ],
      'Indices cost you the most marks: 1 of 4 missed.',
    ],
    [
      'takes a small gain for none',
      [
        ['Algebra', 6, 10, [5, 10]],
        ['Sets', 3, 3],
      ],
      'Algebra cost you the most marks: 4 of 10 missed.',
    ],
    [
      'says nothing where nothing was missed',
      [
        ['Algebra', 2, 2],
        ['Sets', 3, 3],
      ],
      null,
    ],
    ['says nothing of the only topic there is', [['Algebra', 2, 4]], null],
    ['says nothing without topics', [], null],
  ])('%s', (_, topics, said) => expect(insightOf([subject('Mathematics', topics)])).toBe(said))

  it('tells topics of several subjects apart, and names a subject where topics are not known', () => {
    const physics = subject('Physics', [['General', 1, 9]])
    const maths = subject('Mathematics', [['General', 5, 6]])
    expect(insightOf([physics, maths])).toBe(
      'General (Physics) cost you the most marks: 8 of 9 missed.',
    )
    const without = [physics, maths].map((one) => ({ ...one, topics: [] }))
    expect(insightOf(without)).toBe('Physics cost you the most marks: 8 of 9 missed.')
  })
})
