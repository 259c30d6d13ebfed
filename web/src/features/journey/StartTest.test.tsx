// Starting a test: its window, and what is in the way of one.
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { examChoicesQuery } from '@/api/queries/enrolment'
import { queryClient } from '@/api/queryClient'
import { useFlow } from '@/stores/flow'
import { attempt } from '@/testing/data'
import { failure, fakeApi, offline } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { messages } from './messages'
import { catalogue, chosen } from './testing/journey'

describe('start', () => {
  const created = (over = {}) => ({
    attempt: attempt(over),
    paper: { totalQuestions: 40, subjects: [] },
    message: null,
  })
  const popup = () => ({
    closed: false,
    name: '',
    document: { body: { textContent: '' } },
    location: { href: 'about:blank', replace: vi.fn() },
    focus: vi.fn(),
    close: vi.fn(),
  })
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

  it('opens the test in its own window and returns to the dashboard', async () => {
    const log = fakeApi({ ...catalogue, 'POST /attempts': created() })
    const opened = popup()
    vi.stubGlobal(
      'open',
      vi.fn(() => opened),
    )
    const router = renderStudent('/start-exam')
    await start()
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(opened.location.replace).toHaveBeenCalledWith('/objective-questions?attempt=at1')
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

  it('goes on in the same tab when the browser refuses the window', async () => {
    // What the window then does is its own test's business.
    fakeApi({ ...catalogue, 'POST /attempts': created(), 'GET /attempts/at1': created() })
    vi.stubGlobal(
      'open',
      vi.fn(() => null),
    )
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
    const opened = popup()
    vi.stubGlobal(
      'open',
      vi.fn(() => opened),
    )
    const router = renderStudent('/start-exam')
    await start()
    expect(await screen.findByText('Question not available for year 2019')).toBeVisible()
    expect(opened.close).toHaveBeenCalled()
    expect(router.state.location.pathname).toBe('/start-exam')
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
    vi.stubGlobal(
      'open',
      vi.fn(() => null),
    )
    const router = renderStudent('/start-exam')
    await start()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('One is running already.')
    expect(alert).toHaveTextContent('JAMB UTME, Mock')
    await userEvent.click(within(alert).getByRole('button', { name: 'Continue JAMB UTME, Mock' }))
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
    const opened = popup()
    vi.stubGlobal(
      'open',
      vi.fn(() => opened),
    )
    const router = renderStudent('/start-exam')
    await start()
    const name = 'End JAMB UTME, Practice, 2019'
    await userEvent.click(await screen.findByRole('button', { name }))
    await userEvent.click(await screen.findByRole('button', { name: 'No' }))
    expect(log.some(({ path }) => path === '/submit-result')).toBe(false)
    await userEvent.click(screen.getByRole('button', { name }))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, end it' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(log.find(({ path }) => path === '/submit-result')?.body).toEqual({
      attemptId: 'at7',
      answered: [],
    })
    await start()
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
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
    vi.stubGlobal(
      'open',
      vi.fn(() => null),
    )
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
    const opened = popup()
    vi.stubGlobal(
      'open',
      vi.fn(() => opened),
    )
    const router = renderStudent('/start-exam')
    await screen.findByRole('button', { name: 'Start Exam' })
    act(() => onlineManager.setOnline(false))
    try {
      await start()
      expect(await screen.findByText(messages.common.offline)).toBeVisible()
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

  it('starts a JAMB mock with all registered subjects', async () => {
    useFlow.getState().choose({ assessmentId: 'm3', assessmentSlug: 'mock' })
    useFlow.getState().forget('RegSubjects')
    const mock = { _id: 'm3', title: 'Mock', slug: 'mock' }
    const log = fakeApi({ ...catalogue, 'POST /attempts': created({ assessment: mock }) })
    const opened = popup()
    vi.stubGlobal(
      'open',
      vi.fn(() => opened),
    )
    renderStudent('/start-mock/jamb')
    await userEvent.click(await screen.findByRole('button', { name: 'Start Mock' }))
    await waitFor(() =>
      expect(opened.location.replace).toHaveBeenCalledWith('/mock-exam/jamb?attempt=at1'),
    )
    expect(log.find((asked) => asked.method === 'POST')?.body).toMatchObject({
      subjects: ['s0', 's1', 's2'],
    })
  })
})
