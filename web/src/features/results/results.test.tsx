// Results as a student reads them.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Quiz, SubjectResult } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { correction, quiz } from '@/testing/data'
import { type Asked, failure, fakeApi } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { filters, nameOf, outcomeOf } from './CorrectedQuestion'
import { resultsTexts } from './messages'
import { describe as describeQuiz } from './parts'
import { headlineOf, jambRange, labelledScoreOf, verdictOf } from './score'

const maths: SubjectResult = {
  subject: { _id: 's1', title: 'Mathematics' },
  quesLength: 40,
  rightAnswer: 26,
  wrongAnswer: 10,
  unseen: 4,
  score: 65,
  topics: [],
  results: [],
  theories: [],
}
const jambScore = {
  percent: 62.8,
  overall: null,
  grade: null,
  outOf400: 251,
  colour: 'yellow' as const,
  jambScale: { total: 249, outOf: 400, subjects: [{ subject: maths.subject, score: 61 }] },
}

describe('score', () => {
  it('is of 400 for a JAMB mock', () => {
    expect(labelledScoreOf(quiz({ score: jambScore }))).toMatchObject({
      value: '251',
      beside: 'of 400',
    })
  })

  it('is a grade for WAEC', () => {
    const score = {
      percent: 70,
      overall: null,
      grade: 'B2',
      outOf400: null,
      colour: null,
      jambScale: null,
    }
    expect(labelledScoreOf(quiz({ score }))).toMatchObject({ value: 'B2', beside: '70%' })
  })

  it('is the average grade for theory, once there is one', () => {
    expect(labelledScoreOf(quiz({ examType: 'theory' })).value).toBe('')
    expect(labelledScoreOf(quiz({ examType: 'theory', totalAvgGrade: 62.5 })).value).toBe('62.5%')
  })

  it('is percent for the rest', () => expect(labelledScoreOf(quiz()).value).toBe('65%'))

  it.each([
    [0, 'poor', 'Below 200'],
    [199, 'poor', 'Below 200'],
    [200, 'fair', '200 to 299'],
    [299, 'fair', '200 to 299'],
    [300, 'good', '300 and above'],
    [400, 'good', '300 and above'],
  ])('%d of 400 is %s: %s', (outOf400, verdict, range) => {
    expect(verdictOf(quiz({ score: { ...jambScore, outOf400 } }))).toBe(verdict)
    expect(jambRange(outOf400)).toBe(range)
  })

  it.each([
    [0, 'poor', 'More practice needed: 26 of 40 right'],
    [49.9, 'poor', 'More practice needed: 26 of 40 right'],
    [50, 'fair', 'Getting there: 26 of 40 right'],
    [75, 'good', 'Well done: 26 of 40 right'],
  ])('%d% is %s', (percent, verdict, headline) => {
    const of = quiz({
      score: { percent, overall: null, grade: null, outOf400: null, colour: null, jambScale: null },
    })
    expect([verdictOf(of), headlineOf(of)]).toEqual([verdict, headline])
  })

  it('counts nothing as failed that is not graded', () => {
    const score = {
      percent: 13.8,
      overall: null,
      grade: 'F9',
      outOf400: null,
      colour: null,
      jambScale: null,
    }
    const both = quiz({ examType: 'both', examResult: 'pending', score })
    expect(labelledScoreOf(both)).toEqual({ value: '13.8%', label: resultsTexts.objectivePart })
    expect(headlineOf(both)).toBe('26 of 40 right, theory not graded yet')
    expect(headlineOf({ ...both, totalAvgGrade: 50 })).toBe(
      '26 of 40 right, theory 50% by your own grades',
    )
    const theory = quiz({ examType: 'theory', examResult: 'pending' })
    expect([verdictOf(theory), headlineOf(theory)]).toEqual([
      'open',
      'Submitted. Waiting for grades',
    ])
  })

  it('is overall for a combined test, before its declaration and after', () => {
    const parts = { percent: 60, grade: 'C6', outOf400: null, colour: null, jambScale: null }
    const both = (overall: number, over: Partial<Quiz>) =>
      quiz({ examType: 'both', examResult: 'pending', score: { ...parts, overall }, ...over })
    const open = both(60, { theory: { answers: 5, graded: 0, average: null } })
    expect(labelledScoreOf(open)).toEqual({ value: '60%', label: resultsTexts.objectivePart })
    const partly = both(61.3, { theory: { answers: 5, graded: 2, average: 62.5 } })
    expect(labelledScoreOf(partly)).toEqual({ value: '61.3%', label: resultsTexts.overallSoFar })
    expect(headlineOf(partly)).toBe(
      '26 of 40 right, 2 of 5 answers graded, 62.5% on average so far',
    )
    const declared = both(55, {
      examResult: 'declared',
      totalAvgGrade: 50,
      theory: { answers: 5, graded: 5, average: 50 },
    })
    expect(labelledScoreOf(declared)).toEqual({
      ...{ value: '55%', beside: 'C6', label: resultsTexts.overallText },
    })
    expect(verdictOf(declared)).toBe('fair')
  })

  it('says how many theory answers are graded, and their average so far', () => {
    const theory = { answers: 4, graded: 3, average: 50 }
    const partly = quiz({ examType: 'theory', examResult: 'pending', theory })
    expect(headlineOf(partly)).toBe('Partly graded: 3 of 4 answers graded, 50% on average so far')
    expect([labelledScoreOf(partly).value, verdictOf(partly)]).toEqual(['50%', 'open'])
    const whole = quiz({ examType: 'theory', examResult: 'pending', totalAvgGrade: 50 })
    expect(headlineOf(whole)).toBe('Getting there: average grade 50%')
    expect(headlineOf(whole, true)).toBe('Average grade: 50%')
  })

  it('is the average grade for a combined test that held theories alone', () => {
    const score = {
      percent: 0,
      overall: null,
      grade: 'F9',
      outOf400: null,
      colour: null,
      jambScale: null,
    }
    const counts = { questionCount: 4, correctCount: 0, wrongCount: 0, unseenCount: 1 }
    const open = quiz({ examType: 'both', examResult: 'pending', score, ...counts })
    expect([verdictOf(open), headlineOf(open)]).toEqual(['open', 'Submitted. Waiting for grades'])
    const declared = { ...open, examResult: 'declared', totalAvgGrade: 80 }
    expect([labelledScoreOf(declared).value, verdictOf(declared)]).toEqual(['80%', 'good'])
  })

  it.each([
    ['A1', 'an A1'],
    ['B2', 'a B2'],
    ['E8', 'an E8'],
    ['F9', 'an F9'],
  ])('names the grade %s as %s', (grade, named) => {
    expect(resultsTexts.waecGrades('13.8%', grade)).toContain(`13.8% is ${named}.`)
  })
})

describe('outcome', () => {
  const questions = [correction(1, 0, 0), correction(2, 0, 1), correction(3, 0, null)]
  it('tells right, wrong and unseen', () => {
    expect(questions.map(outcomeOf)).toEqual(['correct', 'incorrect', 'unseen'])
    expect(filters(maths).map((one) => one.label)).toEqual([
      'All 40',
      'Correct 26',
      'Incorrect 10',
      'Not answered 4',
    ])
    expect(nameOf('unseen')).toBe('Not answered')
  })
})

describe('list', () => {
  /** What the last call of the list asked for. */
  const asked = (log: Asked[]) =>
    log.filter(({ path }) => path === '/get-results/u1').at(-1)?.query ?? new URLSearchParams()

  it('tells two tests of a day apart by subjects, score and times', async () => {
    const open = quiz({
      _id: 'quiz2',
      examType: 'both',
      examResult: 'pending',
      // Exchanged since, so that no registration names it.
      subjects: [
        { _id: 's0', title: 'Use of English' },
        { _id: 'x9', title: 'Government' },
      ],
      usedtime: 95,
      score: {
        percent: 13.8,
        overall: null,
        grade: 'F9',
        outOf400: null,
        colour: null,
        jambScale: null,
      },
    })
    fakeApi({ 'GET /get-results/u1': { quizes: [quiz(), open], total: 2 } })
    renderStudent('/results')
    const [, first, second] = await screen.findAllByRole('row')
    await waitFor(() => expect(first).toHaveTextContent('JAMB UTMEMathematics'))
    expect(first).toHaveTextContent('65%30 min05 Mar 2026, ')
    expect(second).toHaveTextContent('JAMB UTMEUse of English, Government')
    expect(second).toHaveTextContent('13.8%Not graded yet1 min 35 s')
    expect(second).not.toHaveTextContent('F9')
  })

  it('links each result to its page and turns the page', async () => {
    const theory = quiz({ _id: 'quiz2', examType: 'theory', examResult: 'pending', year: null })
    const both = quiz({ _id: 'quiz3', examType: 'both', examResult: 'declared' })
    const log = fakeApi({
      'GET /get-results/u1': { quizes: [quiz(), theory, both], total: 25 },
    })
    const router = renderStudent('/results')
    const links = await screen.findAllByRole('link', { name: /View Result/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/practice-results/quiz1',
      '/theories-results/quiz2',
      '/theories-results/quiz3',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await screen.findByText('11 to 20 of 25')).toBeVisible()
    expect(router.state.location.search).toContain('page=2')
    expect(asked(log).get('page')).toBe('2')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '40')
    expect(await screen.findByText('1 to 25 of 25')).toBeVisible()
    expect(asked(log).get('limit')).toBe('40')
  })

  it('asks for no order that the list does not know, and lets a phone choose one', async () => {
    const log = fakeApi({ 'GET /get-results/u1': { quizes: [quiz()], total: 1 } })
    renderStudent('/results?sort=user.password&limit=5000')
    const field = await screen.findByRole('combobox', { name: 'Sort by' })
    expect(Object.fromEntries(asked(log))).toMatchObject({
      sort: '-createdAt',
      limit: '100',
    })
    await userEvent.selectOptions(field, 'Date, ascending')
    await waitFor(() => expect(asked(log).get('sort')).toBe('createdAt'))
  })

  it('says when there are none', async () => {
    fakeApi({ 'GET /get-results/u1': { quizes: [], total: 0 } })
    renderStudent('/results')
    expect(await screen.findByText(common.noRecords)).toBeVisible()
  })

  it('says when it failed', async () => {
    fakeApi({
      'GET /get-results/u1': failure(503, 'unavailable', 'The store is away'),
    })
    renderStudent('/results')
    expect(await screen.findByText('The store is away')).toBeVisible()
  })
})

/** Opens the figures behind the score. */
async function openFigures() {
  await userEvent.click(await screen.findByText(resultsTexts.figures))
  // Their code is loaded now.
  await screen.findByText(resultsTexts.speed)
}

describe('summary', () => {
  it('begins with the score, what cost most, and the practice of it', async () => {
    const topic = (title: string, rightAnswer: number, quesLength: number) => ({
      topic: { _id: title, title },
      ...{ rightAnswer, quesLength, before: null },
    })
    const topics = [topic('Algebra', 20, 24), topic('Indices', 6, 16)]
    const log = fakeApi({
      'GET /get-result-data/quiz1': {
        quiz: quiz({ score: jambScore }),
        subjectResults: [{ ...maths, topics }],
        advices: [],
      },
      'GET /get-result-data-view/quiz1': {
        subjectResults: [
          { ...maths, results: [{ ...correction(7, 1, 0), topic: topics[1]?.topic ?? null }] },
        ],
        total: 14,
      },
    })
    renderStudent('/practice-results/quiz1')
    const card = await screen.findByRole('region', { name: 'Score' })
    expect(card).toHaveTextContent(
      /^251of 400200 to 299Getting there: 26 of 40 rightFrom only 40 questions\. The real paper has many more: take this as a rough guide\.Indices cost you the most marks: 10 of 16 missed\.Practise the 14 you missedShare$/,
    )
    // One correction in place, of what was missed in the weakest topics.
    const first = within(await screen.findByRole('region', { name: 'Question 7: Indices' }))
    expect(first.getByText('Because 7')).toBeVisible()
    const { query } = log.find(({ path }) => path.startsWith('/get-result-data-view')) as Asked
    expect(Object.fromEntries(query)).toEqual({ outcome: 'missed', sort: 'weakest', limit: '3' })
    expect(screen.getByRole('link', { name: resultsTexts.allCorrections })).toHaveAttribute(
      'href',
      '/practice-results-view/quiz1?assessmentTitle=Practice',
    )
    // Scales, speed and data are there when they are asked for.
    expect(screen.queryByText('Speed')).toBeNull()
    await openFigures()
    expect(screen.getByText('Speed')).toBeVisible()
  })

  it.each([
    [10, true],
    [91, false],
  ])('says that a JAMB score of %d questions is a rough guide: %s', async (questionCount, is) => {
    fakeApi({
      'GET /get-result-data/quiz1': {
        quiz: quiz({ score: jambScore, questionCount, fromToday: true }),
        subjectResults: [maths],
        advices: [],
      },
      'GET /get-result-data-view/quiz1': { subjectResults: [], total: 0 },
    })
    renderStudent('/practice-results/quiz1')
    const card = await screen.findByRole('region', { name: 'Score' })
    expect(/From only 10 questions/.test(card.textContent ?? '')).toBe(is)
    expect(screen.getByText(/^JAMB UTME, Today’s questions/)).toBeVisible()
  })

  it('offers more than twenty mistakes in sets, and begins with the first', async () => {
    const many = quiz({ questionCount: 60, correctCount: 12, wrongCount: 48, unseenCount: 0 })
    fakeApi({
      'GET /get-result-data/quiz1': { quiz: many, subjectResults: [maths], advices: [] },
      'GET /get-result-data-view/quiz1': { subjectResults: [], total: 0 },
    })
    renderStudent('/practice-results/quiz1')
    const main = await screen.findByRole('button', { name: 'Practise 20 of the 48 you missed' })
    expect(main).toBeVisible()
    const sets = within(await screen.findByRole('group', { name: resultsTexts.sets }))
    expect(sets.getAllByRole('button').map((one) => one.textContent)).toEqual([
      '1 to 20',
      '21 to 40',
      '41 to 48',
    ])
  })

  it('leaves the corrections out while a mock with the same questions runs', async () => {
    fakeApi({
      'GET /get-result-data/quiz1': { quiz: quiz(), subjectResults: [maths], advices: [] },
      'GET /get-result-data-view/quiz1': failure(409, 'in-running-mock', 'Not now', {}),
    })
    renderStudent('/practice-results/quiz1')
    expect(await screen.findByRole('button', { name: 'Practise the 14 you missed' })).toBeVisible()
    await waitFor(() => expect(document.querySelector('[data-loader]')).toBeNull())
    expect(screen.queryByText('Not now')).toBeNull()
  })

  it('shows the numbers as text, the measures and the advice', async () => {
    fakeApi({
      'GET /get-result-data-view/quiz1': { subjectResults: [], total: 0 },
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
    await openFigures()
    const answers = within(await screen.findByRole('region', { name: 'Answers' }))
    expect(answers.getByText('Correct').parentElement).toHaveTextContent('26')
    expect(answers.getByText('Incorrect').parentElement).toHaveTextContent('10')
    expect(answers.getByText('Unseen').parentElement).toHaveTextContent('4')
    // The advice judges the result, and nothing else does: their bands differ.
    const card = within(screen.getByRole('region', { name: 'Score' }))
    expect(card.getByRole('heading')).toHaveTextContent(/^26 of 40 right$/)
    expect(screen.getByRole('heading', { name: 'A fair start' })).toBeVisible()
    expect(screen.getByText(/^251 of 400 .* JAMB reports it as 249 of 400/)).toBeVisible()
    expect(screen.getByText('Progress').parentElement).toHaveTextContent('90%')
    expect(screen.getByText('Speed').parentElement).toHaveTextContent('30 min of 1 h used')
    expect(screen.getByText('more').tagName).toBe('B')
    expect(screen.getByRole('button', { name: 'Practise the 14 you missed' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/results')
    expect(screen.getByRole('link', { name: 'View Corrections' })).toHaveAttribute(
      'href',
      '/practice-results-view/quiz1?assessmentTitle=Practice',
    )
  })

  it.each([
    [0, null],
    [1, '1 question was withdrawn; your score was calculated without it.'],
    [2, '2 questions were withdrawn; your score was calculated without them.'],
  ])('says of %d withdrawn questions that they do not count', async (withdrawnCount, text) => {
    fakeApi({
      'GET /get-result-data/quiz1': {
        quiz: quiz({ withdrawnCount }),
        subjectResults: [maths],
        advices: [],
      },
    })
    renderStudent('/practice-results/quiz1')
    await screen.findByRole('region', { name: 'Score' })
    if (text === null) expect(screen.queryByText(/withdrawn/)).toBeNull()
    else expect(screen.getByText(text)).toBeVisible()
  })

  it('says that a theory result is under consideration', async () => {
    const pending = quiz({ examType: 'theory', examResult: 'pending', speed: null, time: null })
    fakeApi({
      'GET /get-result-data/quiz1': { quiz: pending, subjectResults: [], advices: [] },
    })
    renderStudent('/theories-results/quiz1')
    expect(await screen.findByText(common.underConsideration)).toBeVisible()
    await openFigures()
    expect(screen.queryByRole('region', { name: 'Answers' })).toBeNull()
    expect(screen.getByText('Speed').parentElement).toHaveTextContent('No timer')
  })

  it('shows no final grade while the theory part is open, and says that it is', async () => {
    const pending = quiz({
      examType: 'both',
      examResult: 'pending',
      score: {
        percent: 13.8,
        overall: null,
        grade: 'F9',
        outOf400: null,
        colour: null,
        jambScale: null,
      },
    })
    const advice = { _id: 'ad1', title: 'Begin again', description: '', min: 0, max: 40 }
    fakeApi({
      'GET /get-result-data/quiz1': { quiz: pending, subjectResults: [maths], advices: [advice] },
      'GET /get-result-data-view/quiz1': { subjectResults: [], total: 0 },
    })
    renderStudent('/practice-results/quiz1')
    expect(await screen.findByText(resultsTexts.theoryOpen)).toBeVisible()
    expect(screen.queryByText(/F9/)).toBeNull()
    expect(screen.queryByText('Begin again')).toBeNull()
    await openFigures()
    expect(screen.getByText('Progress').parentElement).toHaveTextContent(
      'of the objective questions answered',
    )
  })

  it('shows a combined test that held theories alone as one of theories', async () => {
    const theories = quiz({
      examType: 'both',
      examResult: 'declared',
      totalAvgGrade: 80,
      ...{ questionCount: 4, correctCount: 0, wrongCount: 0, unseenCount: 1 },
      score: {
        percent: 0,
        overall: null,
        grade: 'F9',
        outOf400: null,
        colour: null,
        jambScale: null,
      },
    })
    fakeApi({
      'GET /get-result-data/quiz1': { quiz: theories, subjectResults: [], advices: [] },
    })
    renderStudent('/practice-results/quiz1')
    await openFigures()
    const accuracy = screen.getByText('Accuracy')
    expect(accuracy.parentElement).toHaveTextContent('80%')
    expect(screen.queryByText(/F9/)).toBeNull()
    expect(screen.queryByRole('region', { name: 'Answers' })).toBeNull()
    expect(await screen.findByRole('heading', { name: 'Same test again' })).toBeVisible()
  })

  it('says when it is not there', async () => {
    fakeApi({ 'GET /get-result-data/none': failure(404, 'not-found', 'Result not found') })
    renderStudent('/practice-results/none')
    expect(await screen.findByText('Result not found')).toBeVisible()
  })
})

describe('corrections', () => {
  /** The server's responses to a summary and to a page of the corrections. */
  const served = (view: SubjectResult[], of = quiz(), total = 3) => ({
    'GET /get-result-data/quiz1': { quiz: of, subjectResults: view, advices: [] },
    'GET /get-result-data-view/quiz1': { quiz: of, subjectResults: view, total },
  })
  const passage = '<p>A passage about Onitsha market.</p>'
  const results = [
    { ...correction(1, 1, 1), passage },
    { ...correction(2, 1, 0), passage },
    correction(3, 2, null),
  ]

  it('marks the chosen and the right option in words, and explains', async () => {
    fakeApi(served([{ ...maths, results }]))
    renderStudent('/practice-results-view/quiz1?assessmentTitle=Practice')
    const second = within(await screen.findByRole('region', { name: 'Question 2' }))
    expect(second.getByText('Incorrect')).toBeVisible()
    expect(second.getByText('Option 2A').closest('li')).toHaveTextContent('Your answer')
    expect(second.getByText('Option 2B').closest('li')).toHaveTextContent('Correct answer')
    expect(second.getByText('Because 2')).toBeVisible()
    // Open at the first of the linked group, at the others after a tap.
    expect(screen.getAllByText(/Onitsha market/)).toHaveLength(1)
    await userEvent.click(second.getByText('Passage'))
    expect(second.getByText(/Onitsha market/)).toBeVisible()
    await userEvent.click(second.getByText('Passage'))
    expect(second.queryByText(/Onitsha market/)).toBeNull()
  })

  it.each([
    ['long', `<p>Onitsha market. ${'It is long. '.repeat(40)}</p>`],
    ['pictured', '<p>Onitsha market:</p><img src="/images/1.png" alt="">'],
  ])('folds a %s passage at its first question too', async (_, passage) => {
    fakeApi(served([{ ...maths, results: [{ ...correction(1, 1, 1), passage }] }]))
    renderStudent('/practice-results-view/quiz1')
    const first = within(await screen.findByRole('region', { name: 'Question 1' }))
    expect(first.queryByText(/Onitsha market/)).toBeNull()
    await userEvent.click(first.getByText('Passage'))
    expect(first.getByText(/Onitsha market/)).toBeVisible()
  })

  it('says on each subject’s button how many were missed, if any', async () => {
    const few = { ...maths, wrongAnswer: 3, unseen: 0 }
    const physics = { ...few, subject: { _id: 's2', title: 'Physics' } }
    const biology = { ...few, subject: { _id: 's3', title: 'Biology' }, wrongAnswer: 0 }
    fakeApi(served([{ ...maths, results }, physics, biology]))
    renderStudent('/practice-results-view/quiz1')
    const subjects = within(await screen.findByRole('group', { name: resultsTexts.subjects }))
    expect(subjects.getAllByRole('button').map((one) => one.textContent)).toEqual([
      'Mathematics: 14 missed',
      'Physics: 3 missed',
      'Biology',
    ])
  })

  it('says where a question comes from, and which were withdrawn', async () => {
    const [first, ...others] = results
    if (!first) throw new Error('no question')
    const all = [
      { ...first, withdrawn: true, answeredTimes: 1_204 },
      // By this student alone.
      ...others.map((other) => ({ ...other, answeredTimes: 1 })),
    ]
    fakeApi(served([{ ...maths, results: all }], quiz({ withdrawnCount: 1 })))
    renderStudent('/practice-results-view/quiz1')
    const broken = within(await screen.findByRole('region', { name: 'Question 1' }))
    expect(broken.getByText('This question was withdrawn. It does not count.')).toBeVisible()
    expect(broken.getByText('JAMB UTME, 2019, question 1 · Answered 1,204 times')).toBeVisible()
    const second = within(screen.getByRole('region', { name: 'Question 2' }))
    expect(second.getByText('JAMB UTME, 2019, question 2')).toBeVisible()
    expect(second.queryByText(/withdrawn/)).toBeNull()
    expect(screen.getByText(/^1 question was withdrawn; your score/)).toBeVisible()
  })

  it('asks for a subject, an outcome and twenty questions at a time', async () => {
    const physics = { ...maths, subject: { _id: 's2', title: 'Physics' }, results: [] }
    const log = fakeApi({
      ...served([{ ...maths, results }, physics], quiz(), 40),
      'GET /get-result-data-view/quiz1': ({ query }: Asked) => ({
        subjectResults: [
          { ...maths, results: query.get('outcome') ? [correction(23, 2, null)] : results },
          { ...physics, results: [correction(31, 1, 1)] },
        ],
        total: query.get('outcome') ? 4 : 40,
      }),
    })
    const asked = () => {
      const all = log.filter(({ path }) => path === '/get-result-data-view/quiz1')
      return Object.fromEntries(all.at(-1)?.query ?? [])
    }
    vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
    const router = renderStudent('/practice-results-view/quiz1?assessmentTitle=Practice')
    expect(await screen.findByText('1 to 20 of 40')).toBeVisible()
    expect(asked()).toEqual({ subject: 's1', page: '1', limit: '20' })
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await screen.findByText('21 to 40 of 40')).toBeVisible()
    expect(asked()).toEqual({ subject: 's1', page: '2', limit: '20' })
    // Another outcome begins at its first page, and a question keeps its number of the paper.
    await userEvent.click(screen.getByRole('button', { name: 'Not answered 4' }))
    expect(await screen.findByRole('heading', { name: 'Question 23' })).toBeVisible()
    expect(asked()).toEqual({ subject: 's1', outcome: 'unseen', page: '1', limit: '20' })
    await userEvent.click(screen.getByRole('button', { name: 'Physics: 14 missed' }))
    expect(await screen.findByRole('heading', { name: 'Question 31' })).toBeVisible()
    expect(asked()).toEqual({ subject: 's2', page: '1', limit: '20' })
    expect(router.state.location.search).toContain('assessmentTitle=Practice')
  })

  it('shows a written answer as text beside the model answer', async () => {
    const theory = {
      theory: { _id: 't', title: '1', question: '<p>Explain.</p>', logo: null },
      resultsDetail: {
        _id: 'd',
        theoryAnswered: 'x < 3\n<b>not bold</b>',
        photographs: [{ _id: 'photograph-1', url: '/api/v1/attempts/a/photographs/p' }],
        theoryCorrectAnswer: '<p>Since <i>x</i> is small.</p>',
        detailedAnswer: '',
        resultGrade: 75,
      },
    } as unknown as SubjectResult['theories'][number]
    const declared = quiz({ examType: 'theory', examResult: 'declared', totalAvgGrade: 75 })
    fakeApi(served([{ ...maths, theories: [theory] }], declared, 0))
    renderStudent('/theories-results-view/quiz1')
    expect(await screen.findByText(/<b>not bold<\/b>/)).toBeVisible()
    expect(screen.getByText('x').tagName).toBe('I')
    expect(screen.getByText('Grade 75%')).toBeVisible()
    const photograph = screen.getByRole('img', { name: 'Photo 1' })
    expect(photograph).toHaveAttribute('src', '/api/v1/attempts/a/photographs/p')
  })
})

describe('while a mock with the same questions runs', () => {
  it('says why there are no corrections, and leads to the mock', async () => {
    const words = 'This question is in a mock test that you are taking.'
    fakeApi({
      'GET /get-result-data/quiz1': { quiz: quiz(), subjectResults: [maths], advices: [] },
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

it('offers the list where a result does not exist', async () => {
  fakeApi({ 'GET /get-result-data/gone': failure(404, 'not-found', 'Result not found') })
  renderStudent('/practice-results/gone')
  expect(await screen.findByText('Result not found')).toBeVisible()
  expect(screen.getByRole('link', { name: resultsTexts.toResults })).toHaveAttribute(
    'href',
    '/results',
  )
})

it.each([
  [{ time: 1800, usedtime: 1800 }, true],
  [{ time: 1800, usedtime: 1799 }, true],
  [{ time: 1800, usedtime: 1200 }, false],
  [{ time: null, usedtime: 1800 }, false],
])('says of %j whether time ran out: %s', (times, ran) => {
  const said = describeQuiz(quiz(times))
  expect(said.includes(resultsTexts.timeRanOut)).toBe(ran)
})
