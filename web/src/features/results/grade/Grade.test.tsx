// A student's own grades of theory answers.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TheoryResult } from '@/shared/api/types'
import { quiz } from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { gradeTexts } from './Grade'

const theory = (n: number, answered: string | null, grade: number | null = null): TheoryResult => ({
  theory: { _id: `t${n}`, title: `${n}`, question: `<p>Explain ${n}.</p>`, logo: null },
  resultsDetail: {
    _id: `quiz1-${n}`,
    theoryAnswered: answered,
    photographs: [],
    openedFirst: false,
    theoryCorrectAnswer: `<p>Model ${n}</p>`,
    detailedAnswer: '',
    resultGrade: grade,
    ownGrade: null,
    remark: null,
  },
})

const result = (theories: TheoryResult[], over = {}) => ({
  quiz: quiz({ examType: 'theory', examResult: 'pending', ...over }),
  subjectResults: [
    {
      subject: { _id: 's1', title: 'Physics' },
      quesLength: theories.length,
      rightAnswer: 0,
      wrongAnswer: 0,
      unseen: 0,
      score: 0,
      topics: [],
      results: [],
      theories,
    },
  ],
})

const open = (theories: TheoryResult[], over = {}, more = {}) => {
  const log = fakeApi({
    'GET /get-result-data-view/quiz1': result(theories, over),
    'GET /get-result-data/quiz1': { ...result(theories, over), advices: [] },
    ...more,
  })
  return { log, router: renderStudent('/theories-grade/quiz1') }
}
const submit = async () =>
  userEvent.click(await screen.findByRole('button', { name: gradeTexts.submit }))
const answer = (n: number) =>
  within(screen.getByRole('region', { name: `Physics, theory question ${n}` }))

beforeEach(() => localStorage.clear())

describe('grading', () => {
  it('wants a grade, sends what was chosen, and leads to the result', async () => {
    const { log, router } = open([theory(1, 'My answer'), theory(2, null)], undefined, {
      'PUT /submit-grade-result': { message: 'Grades submitted successfully.' },
    })
    await submit()
    // Where it has to be done, however far above the button.
    expect(answer(1).getByRole('alert')).toHaveTextContent(gradeTexts.missing)
    expect(answer(1).getAllByRole('radio')[0]).toHaveFocus()
    await userEvent.click(answer(1).getByRole('radio', { name: '50% Moderate Work Accuracy' }))
    expect(screen.queryByText(gradeTexts.missing)).toBeNull()
    expect(screen.getByText('2 of 2 graded')).toBeVisible()
    // What was left empty takes no other grade than nothing.
    expect(answer(2).queryByRole('radio')).toBeNull()
    await submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/theories-results/quiz1'))
    expect(log.find(({ method }) => method === 'PUT')?.body).toEqual({
      userId: 'u1',
      quizId: 'quiz1',
      reviewed: [
        { answerId: 'quiz1-1', ansGrade: 50 },
        { answerId: 'quiz1-2', ansGrade: 0 },
      ],
    })
  })

  it('keeps the grades that could not be sent, also for a later visit', async () => {
    const { router } = open([theory(1, 'Mine', 25)], undefined, {
      'PUT /submit-grade-result': failure(503, 'unavailable', 'The store is away'),
    })
    await screen.findByRole('button', { name: gradeTexts.submit })
    expect(answer(1).getByRole('radio', { name: /^25%/ })).toBeChecked()
    await userEvent.click(answer(1).getByRole('radio', { name: /^100%/ }))
    await submit()
    expect(await screen.findByText('The store is away')).toBeVisible()
    expect(answer(1).getByRole('radio', { name: /^100%/ })).toBeChecked()
    await userEvent.click(screen.getByRole('link', { name: gradeTexts.later }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/theories-results/quiz1'))
    await userEvent.click(await screen.findByRole('link', { name: /grade/i }))
    await screen.findByRole('button', { name: gradeTexts.submit })
    expect(answer(1).getByRole('radio', { name: /^100%/ })).toBeChecked()
  })

  it('grades nothing that is declared, nor where nothing was written', async () => {
    open([theory(1, 'Mine', 75)], { examResult: 'declared' })
    expect(await screen.findByText(gradeTexts.declared)).toBeVisible()
    expect(screen.getByRole('link', { name: gradeTexts.toResult })).toHaveAttribute(
      'href',
      '/theories-results/quiz1',
    )
  })

  it('says when there are no theory answers', async () => {
    open([])
    expect(await screen.findByText(gradeTexts.noTheories)).toBeVisible()
  })

  it('shows no model answer while a mock with it runs', async () => {
    const why = 'This question is in a mock test that you are taking.'
    fakeApi({
      'GET /get-result-data-view/quiz1': failure(409, 'in-running-mock', why, { attempt: 'at7' }),
    })
    renderStudent('/theories-grade/quiz1')
    expect(await screen.findByText(why)).toBeVisible()
  })
})
