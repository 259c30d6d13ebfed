// What a test is made of: subjects, year, topics, and the terms of a mock.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { useFlow } from '@/shared/flow/useFlow'
import { examChoice, registration, subjects, subscription } from '@/testing/data'
import { type Asked, fakeApi } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { startTexts } from './facts'
import { journeyTexts } from './messages'
import { availability, catalogue, chosen, held, jamb, next, waec } from './testing/journey'

describe('setup', () => {
  const api = { ...catalogue, 'POST /get-year-questions': availability }
  const slide = (name: string, value: number) =>
    fireEvent.change(screen.getByRole('slider', { name }), { target: { value } })

  beforeEach(() => useFlow.getState().choose(chosen))

  it('wants a subject and, for practice, a time', async () => {
    fakeApi(api)
    renderStudent('/registered-subjects')
    await screen.findByRole('checkbox', { name: 'Mathematics' })
    await next()
    expect(screen.getByText(journeyTexts.chooseSubject)).toBeVisible()
    expect(screen.getByText(journeyTexts.chooseTime)).toBeVisible()
  })

  it('takes no more subjects than the exam', async () => {
    fakeApi({ ...api, 'GET /me/exams': { data: [{ ...held, maximumSubjects: 2 }] } })
    renderStudent('/registered-subjects')
    for (const subject of subjects) {
      await userEvent.click(await screen.findByRole('checkbox', { name: subject.title }))
    }
    expect(screen.getByText(/You have reached the maximum limit \(2\)/)).toBeVisible()
    expect(screen.getByRole('checkbox', { name: 'Physics' })).not.toBeChecked()
  })

  it('begins with the newest year that has questions, until another is chosen', async () => {
    fakeApi(api)
    renderStudent('/registered-subjects')
    const year = await screen.findByRole('slider', { name: 'Year' })
    expect(year).toHaveValue('1999')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Mathematics' }))
    await waitFor(() => expect(year).toHaveValue('2019'))
    slide('Year', 2001)
    await userEvent.click(screen.getByRole('button', { name: '1 h' }))
    expect(screen.getByRole('slider', { name: 'Time' })).toHaveValue('60')
    await next()
    expect(await screen.findByText('Question not available for year 2001')).toBeVisible()
    expect(year).toHaveValue('2001')
  })

  it('reduces the selection to what the year has, then goes on', async () => {
    const log = fakeApi(api)
    const router = renderStudent('/registered-subjects')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Use of English' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Mathematics' }))
    slide('Time', 60)
    slide('Questions per subject', 40)
    await screen.findByRole('button', { name: '2019', pressed: true })
    await next()
    expect(
      await screen.findByText('Question available for subject(s) Mathematics for YEAR 2019'),
    ).toBeVisible()
    expect(screen.getByRole('checkbox', { name: 'Use of English' })).not.toBeChecked()
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/select-subject-topic'))
    expect(useFlow.getState()).toMatchObject({
      RegSubjects: [{ id: 's1', title: 'Mathematics' }],
      year: 2019,
      questionCount: 40,
      timeDuration: 60,
    })
    const asked = log.filter((one) => one.path === '/get-year-questions')
    expect(asked.every((one) => (one.body as { countsOnly: boolean }).countsOnly)).toBe(true)
  })

  it('lets nothing be changed while the choice is being checked', async () => {
    let answer: () => void = () => undefined
    fakeApi({
      ...api,
      'POST /get-year-questions': async (asked: Asked) => {
        const { year } = asked.body as { year: number }
        if (year === 2003)
          await new Promise<void>((resolve) => {
            answer = resolve
          })
        return availability(asked)
      },
    })
    renderStudent('/registered-subjects')
    const box = await screen.findByRole('checkbox', { name: 'Mathematics' })
    await userEvent.click(box)
    slide('Time', 60)
    await screen.findByRole('button', { name: '2019', pressed: true })
    // One without questions of it has to be asked about.
    slide('Year', 2003)
    await next()
    await waitFor(() => expect(box).toBeDisabled())
    expect(screen.getByRole('slider', { name: 'Year' })).toBeDisabled()
    answer()
    await waitFor(() => expect(box).toBeEnabled())
  })

  it('goes on at once where the years of each subject tell enough', async () => {
    const log = fakeApi({ ...api, 'POST /get-year-questions': availability })
    const router = renderStudent('/registered-subjects')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Mathematics' }))
    slide('Time', 60)
    await screen.findByRole('button', { name: '2019', pressed: true })
    const asked = log.filter((one) => one.path === '/get-year-questions').length
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/select-subject-topic'))
    // The counts under the slider may have been asked for meanwhile; Next asks nothing.
    const of = log.filter((one) => one.path === '/get-year-questions')
    expect(of.every(({ body }) => (body as { subjects: string[] }).subjects.length > 1)).toBe(true)
    expect(of.length - asked).toBeLessThanOrEqual(1)
  })

  it('asks a mock for its subject alone', async () => {
    useFlow.getState().choose({
      ...chosen,
      examId: 'waec',
      examSlug: 'wassce-waec-ssce',
      assessmentSlug: 'mock',
    })
    const waecHeld = examChoice(waec, {
      subscriptions: [subscription(waec)],
      registration: registration(waec),
    })
    fakeApi({
      ...catalogue,
      'GET /me/exams': { data: [waecHeld] },
      'POST /get-mock-questions': (asked: Asked) => ({
        ...availability(asked),
        message: 'Question not available for this subject.',
      }),
    })
    renderStudent('/registered-subjects')
    await userEvent.click(await screen.findByRole('radio', { name: 'Mathematics' }))
    expect(screen.queryByRole('slider')).toBeNull()
    await next()
    expect(await screen.findByText('Question not available for this subject.')).toBeVisible()
  })

  it('holds a trial to its number of questions', async () => {
    const trial = subscription(jamb, { planName: 'Trial', numOfQuestions: 10 })
    fakeApi({ ...api, 'GET /me/exams': { data: [{ ...held, subscriptions: [trial] }] } })
    renderStudent('/registered-subjects')
    const slider = await screen.findByRole('slider', { name: 'Questions per subject' })
    expect(slider).toHaveAttribute('max', '10')
  })

  it('says what a trial gives, and that its subjects share it', async () => {
    const trial = subscription(jamb, { planName: 'Trial', numOfQuestions: 10 })
    fakeApi({ ...api, 'GET /me/exams': { data: [{ ...held, subscriptions: [trial] }] } })
    renderStudent('/registered-subjects')
    for (const name of ['Mathematics', 'Physics']) {
      await userEvent.click(await screen.findByRole('checkbox', { name }))
    }
    expect(screen.getByText(/10 questions per test, shared among 2 subjects\./)).toBeVisible()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Physics' }))
    expect(screen.getByText(/10 questions per test\./)).toBeVisible()
  })
})

describe('topics', () => {
  beforeEach(() =>
    useFlow.getState().choose({
      ...chosen,
      RegSubjects: [{ id: 's1', title: 'Mathematics' }],
      year: 2019,
    }),
  )

  it('begins with all of them in a line, which restricts nothing', async () => {
    fakeApi(catalogue)
    const router = renderStudent('/select-subject-topic')
    expect(await screen.findByText('All topics')).toBeVisible()
    expect(screen.getByLabelText('Indices')).not.toBeVisible()
    await userEvent.click(screen.getByText('Change'))
    expect(await screen.findByRole('checkbox', { name: 'Indices' })).toBeChecked()
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/start-exam'))
    expect(useFlow.getState().selectedTopics).toEqual([])
  })

  it('wants at least one, and takes single sections', async () => {
    fakeApi(catalogue)
    const router = renderStudent('/select-subject-topic')
    await userEvent.click(await screen.findByText('Change'))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all of Mathematics' }))
    await next()
    expect(screen.getByText(journeyTexts.chooseTopic)).toBeVisible()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Surds' }))
    expect(screen.getByRole('checkbox', { name: 'Algebra' })).toBePartiallyChecked()
    expect(screen.getByText('1 of 2 topics')).toBeVisible()
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/start-exam'))
    expect(useFlow.getState().selectedTopics).toEqual(['x2'])
  })
})

describe('instructions', () => {
  it.each(['/instructions', '/start-mock/waec'])(
    '%s wants the one subject of a mock',
    async (to) => {
      useFlow.getState().choose({
        ...chosen,
        ...{ examId: 'waec', examSlug: 'wassce-waec-ssce', assessmentSlug: 'mock' },
      })
      const all = examChoice(waec, {
        subscriptions: [subscription(waec)],
        registration: registration(waec),
      })
      fakeApi({ ...catalogue, 'GET /me/exams': { data: [all] } })
      const router = renderStudent(to)
      await waitFor(() => expect(router.state.location.pathname).toBe('/registered-subjects'))
    },
  )

  it('shows who, what and how long, and wants the terms agreed to', async () => {
    useFlow.getState().choose({ ...chosen, assessmentId: 'm3', assessmentSlug: 'mock' })
    const found = { exam: jamb, totalQuestions: 900, counts: [], subjects: [], message: null }
    fakeApi({
      ...catalogue,
      'POST /get-mock-questions': { ...found, mock: { questions: 137, minutes: 150 } },
      'GET /get-exam-instruction/jamb': {
        data: {
          _id: 'jamb',
          title: 'JAMB UTME',
          examInstructions: '<p>Answer <b>all</b>.</p>',
          timeHour: 2,
          time: '00',
          minutes: 120,
        },
      },
    })
    const router = renderStudent('/instructions')
    // The time of this very mock, with extra time where there is some.
    expect(await screen.findByText('150 minutes')).toBeVisible()
    expect(screen.getByText('137 questions')).toBeVisible()
    expect(screen.getByText('Adaeze Okonkwo')).toBeVisible()
    expect(screen.getByText('all').tagName).toBe('B')
    const terms = screen.getByRole('link', { name: 'terms and conditions (opens in a new tab)' })
    expect(terms).toHaveAttribute('href', '/pages/terms-conditions')
    await userEvent.click(screen.getByRole('button', { name: 'Start Mock' }))
    expect(screen.getByText(startTexts.agreeTerms)).toBeVisible()
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', { name: 'Start Mock' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/start-mock/jamb'))
  })
})

it('ends the years with that of the server, whatever the device says', async () => {
  useFlow.getState().choose(chosen)
  const headers = { 'Content-Type': 'application/json', Date: 'Wed, 01 Jan 2031 00:10:00 GMT' }
  const exams = JSON.stringify({ success: true, ...catalogue['GET /me/exams'] })
  fakeApi({ ...catalogue, 'GET /me/exams': new Response(exams, { headers }) })
  renderStudent('/registered-subjects')
  expect(await screen.findByRole('slider', { name: 'Year' })).toHaveAttribute('max', '2031')
})
