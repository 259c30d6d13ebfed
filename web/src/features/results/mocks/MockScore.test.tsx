// The Mock Performance Tracker.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { ExamMocks, MockPoint } from '@/shared/api/types'
import { fakeApi } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { trendOf } from './MockScore'
import { mockScoreTexts } from './messages'

const mock = (n: number, score: number, over: Partial<MockPoint> = {}): MockPoint => ({
  _id: `q${n}`,
  createdAt: `2026-03-0${n}T14:30:00.000Z`,
  correct: 90,
  total: 180,
  percent: 50,
  score,
  colour: score < 200 ? 'red' : score < 300 ? 'yellow' : 'green',
  grade: null,
  subjects: [],
  ...over,
})

const jamb: ExamMocks = {
  exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
  maximum: 400,
  ranges: [
    { colour: 'red', from: 0, to: 199 },
    { colour: 'yellow', from: 200, to: 299 },
    { colour: 'green', from: 300, to: 400 },
  ],
  quizzes: [mock(1, 180), mock(2, 251), mock(3, 310)],
  subjects: [
    {
      subject: { _id: 's1', title: 'Mathematics' },
      mocks: 3,
      correct: 60,
      wrong: 40,
      unseen: 20,
      accuracy: 50,
      grade: null,
    },
  ],
}
const waec: ExamMocks = {
  exam: { _id: 'waec', title: 'WASSCE', slug: 'wassce-waec-ssce' },
  maximum: 100,
  ranges: [],
  quizzes: [mock(4, 72.5, { percent: 72.5, colour: null, grade: 'B2' })],
  subjects: [],
}
const bece: ExamMocks = {
  ...waec,
  exam: { _id: 'bece', title: 'JSCE (BECE)', slug: 'jsce-bece' },
  quizzes: [],
}

const open = (exams: ExamMocks[]) => {
  fakeApi({
    'GET /get-mock-results-analytics/u1': {
      data: {
        quizResultData: exams.map((one) => ({ examSlug: one.exam.slug, exams: [one] })),
        subscribedExams: exams.map(({ exam }) => exam),
        WAECExamSubjects: [],
        JECEExamSubjects: [],
      },
    },
  })
  return renderStudent('/mock-score')
}

describe('tracker', () => {
  it.each([
    [jamb, 'Your last 3 scores, oldest first, out of 400'],
    [waec, 'Your score out of 100'],
  ])('says which mocks the chart shows', async (exam, said) => {
    open([exam])
    expect(await screen.findByText(said)).toBeVisible()
  })

  it('has a tab for each subscribed exam, and the ranges in words', async () => {
    open([waec, jamb, bece])
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      'JAMB UTME Mock Performance',
      'WAEC Mock Performance',
      'BECE Mock Performance',
    ])
    expect(screen.getByText(mockScoreTexts.up('59'))).toBeVisible()
    const bars = screen.getAllByRole('link', { name: /of 400/ })
    expect(bars.map((bar) => bar.getAttribute('aria-label'))).toEqual([
      '01 Mar 2026: 180 of 400, Red: below 200',
      '02 Mar 2026: 251 of 400, Yellow: 200 to 299',
      '03 Mar 2026: 310 of 400, Green: 300 to 400',
    ])
    expect(bars[0]).toHaveAttribute('href', '/practice-results/q1')
    expect(screen.getByText('60 of 120 right in 3 mocks')).toBeVisible()
    await userEvent.click(screen.getByText(mockScoreTexts.asTable))
    const rows = within(screen.getByRole('table', { name: mockScoreTexts.chart })).getAllByRole(
      'row',
    )
    // The newest first.
    expect(rows[1]).toHaveTextContent('310 of 400Green: 300 to 400')
    expect(rows).toHaveLength(4)
  })

  it('shows percent and grade where an exam has no scale of 400', async () => {
    open([waec, bece])
    expect(
      await screen.findByRole('link', { name: '04 Mar 2026: 72.5 of 100, grade B2' }),
    ).toBeVisible()
    expect(screen.queryByText(mockScoreTexts.greenRange)).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: /BECE/ }))
    expect(await screen.findByText(mockScoreTexts.noMocks)).toBeVisible()
  })

  it('leads to the exams without a subscription', async () => {
    open([])
    expect(await screen.findByText(mockScoreTexts.notSubscribed)).toBeVisible()
    expect(screen.getByRole('link', { name: mockScoreTexts.toExams })).toHaveAttribute(
      'href',
      '/exams',
    )
  })
})

describe('trend', () => {
  it.each([
    [[180], 'first', 0, 180],
    [[180, 251], 'up', 71, 215.5],
    [[251, 180.4], 'down', 70.6, 215.7],
    [[180, 180], 'same', 0, 180],
  ])('of %j is %s by %d', (scores, trend, by, average) => {
    const of = scores.map((score, i) => mock(i + 1, score))
    expect(trendOf(of)).toEqual({
      latest: scores.at(-1),
      best: Math.max(...scores),
      average,
      trend,
      by,
    })
  })
})
