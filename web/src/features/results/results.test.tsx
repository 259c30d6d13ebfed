// Results as a student reads them.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { SubjectResult } from '@/api/types'
import { correction, quiz } from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { messages } from './messages'
import { filters, outcomeOf } from './outcome'
import { jambBand, scoreOf } from './score'

const maths: SubjectResult = {
  subject: { _id: 's1', title: 'Mathematics' },
  quesLength: 40,
  rightAnswer: 26,
  wrongAnswer: 10,
  unseen: 4,
  score: 65,
  results: [],
  theories: [],
}
const jambScore = {
  percent: 62.8,
  grade: null,
  outOf400: 251,
  jambScale: { total: 249, outOf: 400, subjects: [{ subject: maths.subject, score: 61 }] },
}

describe('score', () => {
  it('is of 400 for a JAMB mock', () => {
    expect(scoreOf(quiz({ score: jambScore }))).toMatchObject({ value: '251', beside: 'of 400' })
  })

  it('is a grade for WAEC', () => {
    const score = { percent: 70, grade: 'B2', outOf400: null, jambScale: null }
    expect(scoreOf(quiz({ score }))).toMatchObject({ value: 'B2', beside: '70%' })
  })

  it('is the average grade for theory, once there is one', () => {
    expect(scoreOf(quiz({ examType: 'theory' })).value).toBe('--')
    expect(scoreOf(quiz({ examType: 'theory', totalAvgGrade: 62.5 })).value).toBe('62.5%')
  })

  it('is percent for the rest', () => expect(scoreOf(quiz()).value).toBe('65%'))

  it.each([
    [0, 'red'],
    [199, 'red'],
    [200, 'yellow'],
    [299, 'yellow'],
    [300, 'green'],
    [400, 'green'],
  ])('%d of 400 is %s', (score, band) => expect(jambBand(score).band).toBe(band))
})

describe('outcome', () => {
  const questions = [correction(1, 0, 0), correction(2, 0, 1), correction(3, 0, null)]
  it('tells right, wrong and unseen', () => {
    expect(questions.map(outcomeOf)).toEqual(['correct', 'incorrect', 'unseen'])
    expect(filters(questions).map((one) => one.label)).toEqual([
      'All 3',
      'Correct 1',
      'Incorrect 1',
      'Unseen 1',
    ])
  })
})

describe('list', () => {
  it('links each result to its page and turns the page', async () => {
    const theory = quiz({ _id: 'quiz2', examType: 'theory', examResult: 'pending', year: null })
    const log = fakeApi({ 'GET /get-results/u1': { quizes: [quiz(), theory], total: 25 } })
    const router = renderStudent('/results')
    const links = await screen.findAllByRole('link', { name: /View Result/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/practice-results/quiz1',
      '/theories-results/quiz2',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await screen.findByText('11 to 20 of 25')).toBeVisible()
    expect(router.state.location.search).toContain('page=2')
    expect(log.at(-1)?.query.get('page')).toBe('2')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '40')
    expect(await screen.findByText('1 to 25 of 25')).toBeVisible()
    expect(log.at(-1)?.query.get('limit')).toBe('40')
  })

  it('asks for no order that the list does not know, and lets a phone choose one', async () => {
    const log = fakeApi({ 'GET /get-results/u1': { quizes: [quiz()], total: 1 } })
    renderStudent('/results?sort=user.password&limit=5000')
    const field = await screen.findByRole('combobox', { name: 'Sort by' })
    expect(Object.fromEntries(log.at(-1)?.query ?? [])).toMatchObject({
      sort: '-createdAt',
      limit: '100',
    })
    await userEvent.selectOptions(field, 'Date, ascending')
    await waitFor(() => expect(log.at(-1)?.query.get('sort')).toBe('createdAt'))
  })

  it('says when there are none', async () => {
    fakeApi({ 'GET /get-results/u1': { quizes: [], total: 0 } })
    renderStudent('/results')
    expect(await screen.findByText(messages.common.noRecords)).toBeVisible()
  })

  it('says when it failed', async () => {
    fakeApi({ 'GET /get-results/u1': failure(503, 'unavailable', 'The store is away') })
    renderStudent('/results')
    expect(await screen.findByText('The store is away')).toBeVisible()
  })
})

describe('summary', () => {
  it('shows the numbers as text, the measures and the advice', async () => {
    fakeApi({
      'GET /get-result-data/quiz1': {
        quiz: quiz({ score: jambScore }),
        subjectResults: [maths],
        advices: [
          {
            _id: 'a',
            title: 'A fair start',
            description: '<p>Read <b>more</b>.</p>',
            min_percentage: 50,
            max_percentage: 70,
            status: true,
          },
        ],
      },
    })
    renderStudent('/practice-results/quiz1')
    const answers = within(await screen.findByRole('region', { name: 'Answers' }))
    expect(answers.getByText('Correct').parentElement).toHaveTextContent('26')
    expect(answers.getByText('Incorrect').parentElement).toHaveTextContent('10')
    expect(answers.getByText('Unseen').parentElement).toHaveTextContent('4')
    expect(screen.getByText(/JAMB's own scale/)).toBeVisible()
    expect(screen.getByText('Progress').parentElement).toHaveTextContent('90%')
    expect(screen.getByText('Speed').parentElement).toHaveTextContent('30 min of 1 h used')
    expect(screen.getByText('more').tagName).toBe('B')
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/results')
    expect(screen.getByRole('link', { name: 'View Corrections' })).toHaveAttribute(
      'href',
      '/practice-results-view/quiz1?assessmentTitle=Practice',
    )
  })

  it('says that a theory result is under consideration', async () => {
    const pending = quiz({ examType: 'theory', examResult: 'pending', speed: null, time: null })
    fakeApi({
      'GET /get-result-data/quiz1': { quiz: pending, subjectResults: [], advices: [] },
    })
    renderStudent('/theories-results/quiz1')
    expect(await screen.findByText(messages.common.underConsideration)).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Answers' })).toBeNull()
    expect(screen.getByText('Speed').parentElement).toHaveTextContent('No clock')
  })

  it('says when it is not there', async () => {
    fakeApi({ 'GET /get-result-data/none': failure(404, 'not-found', 'Result not found') })
    renderStudent('/practice-results/none')
    expect(await screen.findByText('Result not found')).toBeVisible()
  })
})

describe('corrections', () => {
  const passage = '<p>A passage about Onitsha market.</p>'
  const results = [
    { ...correction(1, 1, 1), passage },
    { ...correction(2, 1, 0), passage },
    correction(3, 2, null),
  ]

  it('marks the chosen and the right option in words, and explains', async () => {
    fakeApi({
      'GET /get-result-data-view/quiz1': { quiz: quiz(), subjectResults: [{ ...maths, results }] },
    })
    renderStudent('/practice-results-view/quiz1?assessmentTitle=Practice')
    const second = within(await screen.findByRole('region', { name: 'Question 2' }))
    expect(second.getByText('Incorrect')).toBeVisible()
    expect(second.getByText('Option 2A').closest('li')).toHaveTextContent('Your answer')
    expect(second.getByText('Option 2B').closest('li')).toHaveTextContent('Correct answer')
    expect(second.getByText('Because 2')).toBeVisible()
    // Once for the linked group.
    expect(screen.getAllByText(/Onitsha market/)).toHaveLength(1)
  })

  it('filters, and keeps the numbers of the paper', async () => {
    fakeApi({
      'GET /get-result-data-view/quiz1': { quiz: quiz(), subjectResults: [{ ...maths, results }] },
    })
    renderStudent('/practice-results-view/quiz1')
    await userEvent.click(await screen.findByRole('button', { name: 'Unseen 1' }))
    expect(
      screen.getAllByRole('region').map((one) => one.getAttribute('aria-labelledby')),
    ).toHaveLength(1)
    expect(screen.getByRole('heading', { name: 'Question 3' })).toBeVisible()
  })

  it('shows a written answer as text beside the model answer', async () => {
    const theory = {
      theory: { _id: 't', title: '1', question: '<p>Explain.</p>', logo: null },
      resultsDetail: {
        _id: 'd',
        theoryAnswered: 'x < 3\n<b>not bold</b>',
        theoryCorrectAnswer: '<p>Since <i>x</i> is small.</p>',
        detailedAnswer: '',
        resultGrade: 75,
      },
    }
    fakeApi({
      'GET /get-result-data-view/quiz1': {
        quiz: quiz({ examType: 'theory', examResult: 'declared', totalAvgGrade: 75 }),
        subjectResults: [{ ...maths, theories: [theory] }],
      },
    })
    renderStudent('/theories-results-view/quiz1')
    expect(await screen.findByText(/<b>not bold<\/b>/)).toBeVisible()
    expect(screen.getByText('x').tagName).toBe('I')
    expect(screen.getByText('Grade 75%')).toBeVisible()
  })
})

describe('while a mock with the same questions runs', () => {
  it('says why there are no corrections, and leads to the mock', async () => {
    const words = 'This question is in a mock test that you are taking.'
    fakeApi({
      'GET /get-result-data-view/quiz1': failure(409, 'in-running-mock', words, { attempt: 'at7' }),
    })
    renderStudent('/practice-results-view/quiz1')
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Continue the mock' })).toHaveAttribute(
      'href',
      '/objective-questions?attempt=at7',
    )
  })
})
