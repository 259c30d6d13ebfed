// Logging out with answers on this device that no server has: asked about, sent, kept or
// erased, and never forgotten on a phone that others use.
import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { forgetAttempts, listKeptTests } from '@/shared/attempt/kept'
import { emptyOutbox, putAnswer } from '@/shared/attempt/outbox'
import { openAttemptStore } from '@/shared/attempt/storage'
import { common } from '@/shared/i18n/common'
import { keepStudent } from '@/shared/offline/background'
import { allKeys, put } from '@/shared/offline/database'
import { storeFetched } from '@/shared/offline/fetched'
import { createKey } from '@/shared/offline/sealing'
import { attempt, student } from '@/testing/data'
import { fakeApi, offline } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { sessionTexts } from './OwnSessions'
import { getSession } from './useSession'

const now = '2026-03-05T14:40:00.000Z'
const running = attempt({ serverNow: now })
const base = {
  'GET /get-results/u1': { quizes: [], total: 0 },
  'GET /attempts': { data: [running], total: 1 },
  'POST /logout': { message: 'Logout successfully.' },
  'PUT /attempts/at1/answers': {
    revision: 1,
    savedAt: now,
    serverNow: now,
    deadline: null,
    ignored: [],
    revealed: [],
  },
}
const at = Date.parse(now)
const waiting = () => listKeptTests('u1')
const keep = (user = 'u1', id = 'at1') =>
  openAttemptStore(id, user).write({
    user,
    outbox: putAnswer(emptyOutbox, 'q1', 'question', 'q1-a', at),
    place: 'q1',
    revealed: {},
    about: { title: 'JAMB UTME, Practice', path: `/objective-questions?attempt=${id}` },
    clock: { offset: 0, last: Date.now() },
  })

async function logOut(api: Parameters<typeof fakeApi>[0]) {
  const log = fakeApi(api)
  renderStudent('/results')
  const [button] = await screen.findAllByRole('button', { name: 'Log Out' })
  await userEvent.click(button as HTMLElement)
  const asked = () => log.map(({ method, path }) => `${method} ${path}`)
  return { asked, dialog: within(await screen.findByRole('dialog')) }
}
const loggedOut = () => waitFor(() => expect(getSession().is).toBe('out'))

beforeEach(async () => {
  await forgetAttempts('u1')
  await forgetAttempts('u2')
})

describe('logging out with answers that wait', () => {
  beforeEach(async () => {
    await keep()
    await keep('u2', 'of another')
  })

  it('says so first, and staying is possible', async () => {
    const { asked, dialog } = await logOut(base)
    expect(dialog.getByText('1 answer not sent')).toBeVisible()
    expect(dialog.getByText(/^JAMB UTME, Practice: one answer/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Stay logged in' }))
    expect(asked()).not.toContain('POST /logout')
    expect(getSession().is).toBe('in')
  })

  it('sends them, and leaves nothing of this student behind', async () => {
    const { asked, dialog } = await logOut(base)
    await userEvent.click(dialog.getByRole('button', { name: 'Send now and log out' }))
    await loggedOut()
    expect(asked().filter((call) => /PUT|POST/.test(call))).toEqual([
      'PUT /attempts/at1/answers',
      'POST /logout',
    ])
    await waitFor(() => expect(localStorage.getItem('sabi.attempt.at1')).toBeNull())
    expect(await listKeptTests('u2')).toHaveLength(1)
  })

  it('cannot be called off once the server has been asked to log out', async () => {
    const answer = new EventTarget()
    const answered = new Promise((resolve) => answer.addEventListener('now', resolve))
    const { asked, dialog } = await logOut({
      ...base,
      'POST /logout': () => answered.then(() => base['POST /logout']),
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Send now and log out' }))
    await waitFor(() => expect(asked()).toContain('POST /logout'))
    await userEvent.click(dialog.getByRole('button', { name: 'Stay logged in' }))
    expect(dialog.getByText('1 answer not sent')).toBeVisible()
    answer.dispatchEvent(new Event('now'))
    await loggedOut()
  })

  it('is asked about where one device alone is logged out from the list of them', async () => {
    const session = {
      _id: 's1',
      device: 'Firefox on Linux',
      address: null,
      beganAt: now,
      usedAt: now,
      isCurrent: true,
    }
    const log = fakeApi({
      ...base,
      'GET /me/sessions': { data: [session] },
      'DELETE /me/sessions/s1': { message: 'Done' },
    })
    renderStudent('/account-setting')
    await userEvent.click(await screen.findByRole('button', { name: /^Log out: Firefox/ }))
    await userEvent.click(await screen.findByRole('button', { name: sessionTexts.logOut }))
    expect(await screen.findByText('1 answer not sent')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send now and log out' }))
    await loggedOut()
    const asked = log.filter(({ method }) => /PUT|POST|DELETE/.test(method))
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PUT /attempts/at1/answers',
      'DELETE /me/sessions/s1',
    ])
  })

  it('says when the line is gone, and keeps both session and answers', async () => {
    const { asked, dialog } = await logOut({ ...base, 'PUT /attempts/at1/answers': offline() })
    await userEvent.click(dialog.getByRole('button', { name: 'Send now and log out' }))
    expect(await dialog.findByText(common.offline)).toBeVisible()
    expect(asked()).not.toContain('POST /logout')
    expect(await waiting()).toHaveLength(1)
  })

  it('can be closed while it sends, and then logs nobody out', async () => {
    let answer: () => void = () => undefined
    const silent = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { asked, dialog } = await logOut({
      ...base,
      'PUT /attempts/at1/answers': () => silent.then(() => base['PUT /attempts/at1/answers']),
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Send now and log out' }))
    await waitFor(() => expect(asked()).toContain('PUT /attempts/at1/answers'))
    await userEvent.click(dialog.getByRole('button', { name: 'Stay logged in' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // Whether it arrived is not known: it stays on the device.
    await act(async () => answer())
    expect(await waiting()).toHaveLength(1)
    expect(asked()).not.toContain('POST /logout')
    expect(getSession().is).toBe('in')
  })

  it('says when it is too late to send them', async () => {
    const over = attempt({ state: 'submitted', quizId: 'quiz1', serverNow: now })
    const { asked, dialog } = await logOut({
      ...base,
      'GET /attempts': { data: [], total: 0 },
      'GET /attempts/at1': { attempt: over, paper: { totalQuestions: 0, subjects: [] } },
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Send now and log out' }))
    expect(await dialog.findByText(/1 answer was not accepted: the test has ended/)).toBeVisible()
    expect(asked()).not.toContain('POST /logout')
  })

  it('keeps them where that is wanted', async () => {
    const { dialog } = await logOut(base)
    await userEvent.click(dialog.getByRole('button', { name: 'Keep here and log out' }))
    await loggedOut()
    expect(await waiting()).toMatchObject([{ waiting: 1 }])
  })

  it('erases them where that is wanted', async () => {
    const { dialog } = await logOut(base)
    await userEvent.click(dialog.getByRole('button', { name: 'Erase and log out' }))
    await loggedOut()
    await waitFor(async () => expect(await waiting()).toEqual([]))
    expect(await listKeptTests('u2')).toHaveLength(1)
  })
})

const idle = { ...base, 'GET /attempts': { data: [], total: 0 } }

it('asks nothing where nothing waits and no test runs', async () => {
  const log = fakeApi(idle)
  renderStudent('/results')
  const [button] = await screen.findAllByRole('button', { name: 'Log Out' })
  await userEvent.click(button as HTMLElement)
  await loggedOut()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(log.filter(({ path }) => path === '/logout')).toHaveLength(1)
})

it.each([
  ['whose timer runs', '2026-03-05T15:30:00.000Z', /^JAMB UTME, Practice, 2019: the timer runs/],
  ['without a clock', null, 'JAMB UTME, Practice, 2019 stays open.'],
])('says first that a test is running %s', async (_name, deadline, sessionTexts) => {
  const data = [attempt({ deadline })]
  const { asked, dialog } = await logOut({ ...base, 'GET /attempts': { data, total: 1 } })
  expect(dialog.getByText('A test is still running')).toBeVisible()
  expect(dialog.getByText(sessionTexts)).toBeVisible()
  const [, stay] = dialog.getAllByRole('button', { name: 'Stay logged in' })
  await userEvent.click(stay as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked()).not.toContain('POST /logout')
  const [again] = screen.getAllByRole('button', { name: 'Log Out' })
  await userEvent.click(again as HTMLElement)
  await userEvent.click(await screen.findByRole('button', { name: 'Log out' }))
  await loggedOut()
  expect(asked()).toContain('POST /logout')
})

it('logs out where it cannot be told whether a test runs', async () => {
  fakeApi({ ...base, 'GET /attempts': offline() })
  renderStudent('/results')
  const [button] = await screen.findAllByRole('button', { name: 'Log Out' })
  await userEvent.click(button as HTMLElement)
  await loggedOut()
})

it('logs out once, and shows that it is under way', async () => {
  let answer: () => void = () => undefined
  const log = fakeApi({
    ...idle,
    'POST /logout': async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return base['POST /logout']
    },
  })
  renderStudent('/results')
  const [button] = await screen.findAllByRole('button', { name: 'Log Out' })
  act(() => {
    button?.click()
    button?.click()
  })
  await waitFor(() => {
    for (const one of screen.getAllByRole('button', { name: 'Log Out' })) expect(one).toBeDisabled()
  })
  await act(async () => answer())
  await loggedOut()
  expect(log.filter(({ path }) => path === '/logout')).toHaveLength(1)
})

const dashboard = {
  'GET /me/exams': { data: [] },
  'GET /attempts': { data: [], total: 0 },
  'GET /get-results/u1': { quizes: [], total: 0 },
}

it('shows on the dashboard what another window has kept since it was opened', async () => {
  fakeApi(dashboard)
  renderStudent('/dashboard')
  await screen.findByText('Select Exam Type')
  await keep()
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  expect(
    await screen.findByRole('region', { name: 'Answers kept on this device' }),
  ).toHaveTextContent('1 answer not sent')
})

it('shows on the dashboard what waits here, and where to go', async () => {
  await keep()
  fakeApi(dashboard)
  renderStudent('/dashboard')
  const region = await screen.findByRole('region', { name: 'Answers kept on this device' })
  expect(region).toHaveTextContent('1 answer not sent')
  expect(within(region).getByRole('link', { name: 'Open JAMB UTME, Practice' })).toHaveAttribute(
    'href',
    '/objective-questions?attempt=at1',
  )
})

describe('logging out of a device with questions for practice without internet', () => {
  beforeEach(async () => {
    keepStudent(student)
    await createKey('u1', null)
    await put('heads', ['u1', 'p1'], {
      exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
      subject: { _id: 's1', title: 'Mathematics' },
      year: 2019,
      questions: 1,
      bytes: 1,
      pictures: 0,
      revision: 1,
      downloadedAt: now,
      keepUntil: null,
    })
    await put('packs', ['u1', 'p1'], new ArrayBuffer(1))
  })
  const quiet = { ...base, 'GET /attempts': { data: [], total: 0 } }

  it('says first what is deleted, and deletes it', async () => {
    const { dialog } = await logOut(quiet)
    expect(dialog.getByText('Log out of this device?')).toBeVisible()
    expect(dialog.getByText(/^Logging out deletes 1 year of questions/)).toBeVisible()
    expect(dialog.queryByRole('alert')).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Log out' }))
    await loggedOut()
    await waitFor(async () => expect(await allKeys('packs', 'u1')).toEqual([]))
    expect([await allKeys('keys', 'u1'), await allKeys('heads', 'u1')]).toEqual([[], []])
  })

  it('says that a mock for later is deleted, which is not running', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const ahead = { openUntil: tomorrow, openedAt: null, takenUntil: tomorrow }
    const mock = attempt({ _id: 'm1', ahead })
    await storeFetched('u1', { attempt: mock, paper: new ArrayBuffer(1), at: Date.now() })
    const data = [mock]
    const { dialog } = await logOut({ ...base, 'GET /attempts': { data, total: 1 } })
    expect(dialog.getByText(/^Logging out deletes your mock for later/)).toBeVisible()
    expect(dialog.queryByText('A test is still running')).toBeNull()
  })

  it('keeps everything when the student stays, or the server is not reached', async () => {
    const { dialog } = await logOut({ ...quiet, 'POST /logout': offline() })
    await userEvent.click(dialog.getByRole('button', { name: 'Log out' }))
    await screen.findByText(common.offline)
    expect(await allKeys('packs', 'u1')).toHaveLength(1)
    await userEvent.click(dialog.getByText('Stay logged in'))
    expect(await allKeys('packs', 'u1')).toHaveLength(1)
  })
})
