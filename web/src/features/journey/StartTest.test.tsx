// Starting a test: its window, and what is in the way of one.
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { queryClient } from '@/shared/api/client'
import { examChoicesQuery } from '@/shared/api/queries/enrolment'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { attempt } from '@/testing/data'
import { failure, fakeApi, offline } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { asksWhichTest, otherWindow, says } from '@/testing/windows'
import { catalogue, chosen, jamb } from './testing/journey'

describe('start', () => {
  const created = (over = {}) => ({
    attempt: attempt(over),
    paper: { totalQuestions: 40, subjects: [] },
    message: null,
  })
  /** What the browser makes of a new window. */
  const opens = <T,>(made: T) => {
    vi.stubGlobal(
      'open',
      vi.fn(() => made),
    )
    return made
  }
  const start = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Start Exam' }))

  beforeEach(() =>
    useFlow.getState().choose({
      ...chosen,
      RegSubjects: [{ id: 's1', title: 'Mathematics' }],
      year: 2019,
      questionCount: 40,
      timeDuration: 60,
    }),
  )

  const toMock = { assessmentId: 'm3', assessmentSlug: 'mock' } as const
  const at1 = '/objective-questions?attempt=at1'

  it('opens the test in its own window and returns to the dashboard', async () => {
    let answer: (started: ReturnType<typeof created>) => void = () => undefined
    const answered = new Promise<ReturnType<typeof created>>((resolve) => {
      answer = resolve
    })
    const log = fakeApi({ ...catalogue, 'POST /attempts': () => answered })
    const opened = opens(otherWindow())
    const router = renderStudent('/start-exam')
    await start()
    // Its page loads while the start is on its way.
    const features = expect.stringContaining('popup')
    expect(window.open).toHaveBeenCalledWith('', '_blank', features)
    expect(opened.location.replace).toHaveBeenCalledWith('/objective-questions?starting')
    asksWhichTest(opened)
    expect(opened.postMessage).not.toHaveBeenCalled()
    answer(created())
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(opened.postMessage).toHaveBeenCalledWith(at1, window.location.origin)
    expect(opened.location.replace).toHaveBeenCalledTimes(1)
    expect(opened.name).toBe('sabi-test-at1')
    expect(log.find((asked) => asked.method === 'POST')?.body).toMatchObject({
      examId: 'jamb',
      assessmentId: 'm2',
      subjects: ['s1'],
      year: 2019,
      questionLimit: 40,
      timeDuration: 60,
    })
  })

  it('takes this tab on a phone, where a window would be another tab', async () => {
    fakeApi({ ...catalogue, 'POST /attempts': created() })
    opens(otherWindow())
    const router = renderStudent('/start-exam')
    const button = await screen.findByRole('button', { name: 'Start Exam' })
    const { matchMedia } = window
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...matchMedia(query),
      matches: query.includes('hover: none'),
    }))
    await userEvent.click(button)
    await waitFor(() => expect(router.state.location.search).toBe('?attempt=at1'))
    expect(window.open).not.toHaveBeenCalled()
  })

  it('tells a window that comes up later than the test, and nobody else', async () => {
    fakeApi({ ...catalogue, 'POST /attempts': created() })
    const opened = opens(otherWindow())
    const router = renderStudent('/start-exam')
    await start()
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    asksWhichTest(otherWindow())
    says(opened, 'something else')
    expect(opened.postMessage).not.toHaveBeenCalled()
    asksWhichTest(opened)
    expect(opened.postMessage).toHaveBeenCalledExactlyOnceWith(at1, window.location.origin)
    // A reload of the window asks again.
    asksWhichTest(opened)
    expect(opened.postMessage).toHaveBeenCalledTimes(2)
  })

  it('loads the test where the page of its window could not be had', async () => {
    fakeApi({ ...catalogue, 'POST /attempts': created() })
    const opened = opens(otherWindow())
    const router = renderStudent('/start-exam')
    const { replace } = opened.location
    vi.mocked(window.open).mockImplementation(() => {
      queueMicrotask(() =>
        Object.defineProperty(opened, 'location', {
          value: {
            replace,
            get href(): string {
              throw new DOMException('Blocked a frame', 'SecurityError')
            },
          },
        }),
      )
      return opened as unknown as Window
    })
    await start()
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(replace).toHaveBeenCalledWith(at1)
  })

  it('stays where it is under its own call where there is a single window', async () => {
    fakeApi({ ...catalogue, 'POST /attempts': created(), 'GET /attempts/at1': created() })
    opens(window)
    const router = renderStudent('/start-exam')
    await start()
    // Given an address, that window would have left this page.
    expect(window.open).toHaveBeenCalledWith('', '_blank', expect.anything())
    await waitFor(() => expect(router.state.location.pathname).toBe('/objective-questions'))
  })

  it('starts one test for two presses, in one window', async () => {
    const log = fakeApi({ ...catalogue, 'POST /attempts': created() })
    opens(otherWindow())
    renderStudent('/start-exam')
    const button = await screen.findByRole('button', { name: 'Start Exam' })
    act(() => {
      button.click()
      button.click()
    })
    await waitFor(() => expect(log.some(({ method }) => method === 'POST')).toBe(true))
    expect(log.filter(({ method }) => method === 'POST')).toHaveLength(1)
    expect(window.open).toHaveBeenCalledOnce()
  })

  it('goes on in the same tab when the browser refuses the window', async () => {
    // What the window then does is its own test's business.
    fakeApi({ ...catalogue, 'POST /attempts': created(), 'GET /attempts/at1': created() })
    opens(null)
    const router = renderStudent('/start-exam')
    await start()
    await waitFor(() => expect(router.state.location.pathname).toBe('/objective-questions'))
    expect(router.state.location.search).toBe('?attempt=at1')
  })

  it('closes the window and says why when nothing could be started', async () => {
    fakeApi({
      ...catalogue,
      'POST /attempts': failure(409, 'no-questions', 'Question not available for year 2019'),
    })
    const opened = opens(otherWindow())
    const router = renderStudent('/start-exam')
    await start()
    expect(await screen.findByText('Question not available for year 2019')).toBeVisible()
    expect(opened.close).toHaveBeenCalled()
    expect(router.state.location.pathname).toBe('/start-exam')
  })

  it('opens no window without a network, where it would show the error of the browser', async () => {
    fakeApi({ ...catalogue, 'POST /attempts': offline() })
    opens(otherWindow())
    renderStudent('/start-exam')
    await screen.findByRole('button', { name: 'Start Exam' })
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => isOnline.mockRestore())
    await start()
    expect(await screen.findByText(common.offline)).toBeVisible()
    expect(window.open).not.toHaveBeenCalled()
  })

  const named = (_id: string, slug: 'mock' | 'practice', title: string) => ({
    _id,
    exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
    assessment: { _id: slug, title, slug },
    year: slug === 'mock' ? null : 2019,
    startedAt: '2026-03-05T14:30:00.000Z',
    deadline: '2026-03-05T16:30:00.000Z',
  })
  const refused = (reason: string, attempts: unknown[]) =>
    failure(409, reason, 'One is running already.', { attempts })

  it('names the tests in the way, and goes on with one of them', async () => {
    fakeApi({
      ...catalogue,
      'POST /attempts': refused('running-mock', [named('at7', 'mock', 'Mock')]),
      'GET /attempts/at7': created(),
    })
    opens(null)
    const router = renderStudent('/start-exam')
    await start()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('One is running already.')
    await userEvent.click(
      await within(alert).findByRole('button', { name: 'Continue JAMB UTME, Mock' }),
    )
    await waitFor(() => expect(router.state.location.pathname).toBe('/mock-exam/jamb'))
    expect(router.state.location.search).toBe('?attempt=at7')
  })

  it('ends one of them after asking, and starts then what was asked for', async () => {
    let room = false
    const log = fakeApi({
      ...catalogue,
      'POST /attempts': () =>
        room
          ? created()
          : refused('too-many-running', [
              named('at7', 'practice', 'Practice'),
              named('at8', 'mock', 'Mock'),
            ]),
      'POST /submit-result': () => {
        room = true
        return { quizId: 'quiz7', cancelled: false, message: '' }
      },
    })
    opens(otherWindow())
    const router = renderStudent('/start-exam')
    await start()
    const name = 'End JAMB UTME, Practice, 2019'
    await userEvent.click(await screen.findByRole('button', { name }))
    await userEvent.click(await screen.findByRole('button', { name: 'No' }))
    expect(log.some(({ path }) => path === '/submit-result')).toBe(false)
    expect(screen.getByRole('button', { name })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name }))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, end it' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(log.find(({ path }) => path === '/submit-result')?.body).toEqual({
      attemptId: 'at7',
      answered: [],
    })
    // As the server has answered: there is a result.
    expect(await screen.findByText(common.submitted)).toBeVisible()
    expect(screen.queryByText(common.cancelled)).toBeNull()
    await start()
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })

  it('opens a mock that was fetched for later, or gives it back in one tap', async () => {
    let room = false
    const mock = { _id: 'mock', title: 'Mock', slug: 'mock' } as const
    const openUntil = '2026-03-12T14:30:00.000Z'
    const ahead = { openUntil, openedAt: null, takenUntil: '2026-03-13T16:30:00.000Z' }
    const log = fakeApi({
      ...catalogue,
      'GET /attempts': () => ({
        data: room ? [] : [attempt({ _id: 'at7', assessment: mock, year: null, ahead })],
      }),
      'POST /attempts': () =>
        room ? created() : refused('running-mock', [named('at7', 'mock', 'Mock')]),
      'POST /submit-result': () => {
        room = true
        return { quizId: null, cancelled: true, message: '' }
      },
    })
    opens(otherWindow())
    renderStudent('/start-exam')
    await start()
    expect(await screen.findByText(/^Saved for later\. Open it by /)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open JAMB UTME, Mock' })).toHaveAttribute(
      'href',
      '/offline',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Return this mock: JAMB UTME, Mock' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(log.find(({ path }) => path === '/submit-result')?.body).toEqual({
      attemptId: 'at7',
      answered: [],
    })
  })

  it('says how long to wait after many starts in a row', async () => {
    const words = 'You have started many tests in a row. Please wait a few minutes.'
    fakeApi({
      ...catalogue,
      'POST /attempts': () =>
        new Response(
          JSON.stringify({ success: false, reason: 'too-many-starts', errMessage: words }),
          { status: 429, headers: { 'Retry-After': '200' } },
        ),
    })
    opens(null)
    renderStudent('/start-exam')
    await start()
    expect(await screen.findByText(`${words} You can start again in 4 min.`)).toBeVisible()
  })

  it('starts nothing by itself when the connection is back', async () => {
    let cut = true
    const log = fakeApi({
      ...catalogue,
      'POST /attempts': () => (cut ? offline() : created()),
    })
    const opened = opens(otherWindow())
    const router = renderStudent('/start-exam')
    await screen.findByRole('button', { name: 'Start Exam' })
    act(() => onlineManager.setOnline(false))
    try {
      await start()
      expect(await screen.findByText(common.offline)).toBeVisible()
      expect(opened.close).toHaveBeenCalled()
      cut = false
    } finally {
      act(() => onlineManager.setOnline(true))
    }
    // Whatever waited would be sent now; one more call and answer go by after it.
    await act(() => queryClient.fetchQuery(examChoicesQuery))
    expect(log.filter((asked) => asked.method === 'POST')).toHaveLength(1)
    expect(router.state.location.pathname).toBe('/start-exam')
  })

  it('leads back where there are no subjects', async () => {
    useFlow.getState().choose({ RegSubjects: [] })
    fakeApi(catalogue)
    renderStudent('/start-exam')
    expect(await screen.findByText(common.noSubjects)).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Start Exam', level: 1 })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Prev' })).toHaveAttribute(
      'href',
      '/select-subject-topic',
    )
  })

  it.each(['/start-mock/jamb', '/start-exam'])(
    'starts no mock at %s before its terms are agreed to',
    async (to) => {
      useFlow.getState().choose(toMock)
      fakeApi({
        ...catalogue,
        'GET /get-exam-instruction/jamb': failure(503, 'unavailable', 'Away'),
      })
      const router = renderStudent(to)
      await waitFor(() => expect(router.state.location.pathname).toBe('/instructions'))
    },
  )

  it('forgets the terms of a mock that goes on in the same tab', async () => {
    useFlow.getState().choose({ ...toMock, agreedExam: 'jamb' })
    fakeApi({ ...catalogue, 'POST /attempts': created(), 'GET /attempts/at1': created() })
    opens(null)
    const router = renderStudent('/start-mock/jamb')
    await userEvent.click(await screen.findByRole('button', { name: 'Start Mock' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/objective-questions'))
    await waitFor(() => expect(useFlow.getState().agreedExam).toBeUndefined())
  })

  it('names the number of questions of a mock and its time', async () => {
    useFlow.getState().choose({ ...toMock, agreedExam: 'jamb' })
    useFlow.getState().forget('RegSubjects')
    const found = { exam: jamb, totalQuestions: 900, counts: [], subjects: [], message: null }
    const log = fakeApi({
      ...catalogue,
      'POST /get-mock-questions': { ...found, mock: { questions: 137, minutes: 150 } },
    })
    renderStudent('/start-mock/jamb')
    expect(await screen.findByText('137 questions')).toBeVisible()
    expect(screen.getByText('2 h 30 min')).toBeVisible()
    expect(log.find(({ path }) => path === '/get-mock-questions')?.body).toMatchObject({
      subjects: ['s0', 's1', 's2'],
      countsOnly: true,
    })
  })

  it('starts a mock whose length could not be told', async () => {
    useFlow.getState().choose({ ...toMock, agreedExam: 'jamb' })
    const away = failure(500, 'internal', 'Away')
    fakeApi({ ...catalogue, 'POST /get-mock-questions': away })
    renderStudent('/start-mock/jamb')
    expect(await screen.findByRole('button', { name: 'Start Mock' })).toBeEnabled()
    await waitFor(() => expect(screen.queryByText('Number of questions')).toBeNull())
  })

  it('starts a JAMB mock with all registered subjects', async () => {
    useFlow.getState().choose({ ...toMock, agreedExam: 'jamb' })
    useFlow.getState().forget('RegSubjects')
    const mock = { _id: 'm3', title: 'Mock', slug: 'mock' }
    const log = fakeApi({ ...catalogue, 'POST /attempts': created({ assessment: mock }) })
    const opened = opens(otherWindow())
    renderStudent('/start-mock/jamb')
    await userEvent.click(await screen.findByRole('button', { name: 'Start Mock' }))
    const features = expect.stringContaining('popup')
    expect(window.open).toHaveBeenCalledWith('', '_blank', features)
    expect(opened.location.replace).toHaveBeenCalledWith('/mock-exam/jamb?starting')
    asksWhichTest(opened)
    const told = ['/mock-exam/jamb?attempt=at1', window.location.origin]
    await waitFor(() => expect(opened.postMessage).toHaveBeenCalledWith(...told))
    expect(
      log.find(({ method, path }) => method === 'POST' && path === '/attempts')?.body,
    ).toMatchObject({
      subjects: ['s0', 's1', 's2'],
    })
    // The next one asks for the terms again.
    await waitFor(() => expect(useFlow.getState().agreedExam).toBeUndefined())
  })
})
