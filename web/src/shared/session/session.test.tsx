// A browser has one cookie: this tab notices what other tabs do to the session.
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '@/shared/api/client'
import type { User } from '@/shared/api/types'
import { useFlow } from '@/shared/flow/useFlow'
import { common, shellTexts } from '@/shared/i18n/common'
import { student } from '@/testing/data'
import { failure, fakeApi, offline } from '@/testing/fakeApi'
import { renderApp, renderStudent } from '@/testing/renderApp'
import { loadSession, notifyTabs, startSession, watchSession } from './session'
import { getSession, getUser, useSession } from './useSession'

const chidi: User = { ...student, _id: 'u2', first_name: 'Chidi', last_name: 'Obi' }
const results = {
  'GET /get-results/u1': { quizes: [], total: 0 },
  'GET /get-results/u2': { quizes: [], total: 0 },
}
/** Delivers another tab's message as the browser does. */
function fromAnotherTab(user: string | null) {
  notifyTabs(user)
  const newValue = localStorage.getItem('sabi.session')
  act(
    () => void window.dispatchEvent(new StorageEvent('storage', { key: 'sabi.session', newValue })),
  )
}
let stop: () => void
beforeEach(() => {
  stop = watchSession()
})
afterEach(() => stop())

it('shows nobody the screens of another: says who is signed in now, and goes on as them', async () => {
  const log = fakeApi({ ...results, 'GET /me': { user: chidi } })
  renderStudent('/results')
  useFlow.getState().choose({ examId: 'of the first' })
  queryClient.setQueryData(['secret'], 'of the first')
  await screen.findByRole('heading', { name: 'Results' })
  fromAnotherTab('u2')
  expect(await screen.findByRole('heading', { name: 'Chidi Obi is logged in now' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Results' })).toBeNull()
  expect(queryClient.getQueryData(['secret'])).toBeUndefined()
  expect(log.some(({ path }) => path === '/get-results/u2')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Continue as Chidi Obi' }))
  expect(await screen.findByRole('heading', { name: 'Results' })).toBeVisible()
  expect(getUser()).toEqual(chidi)
  expect(useFlow.getState().examId).toBeUndefined()
})

it('ends here too when another tab logs out', async () => {
  fakeApi(results)
  const router = renderStudent('/results')
  await screen.findByRole('heading', { name: 'Results' })
  fromAnotherTab(null)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(await screen.findByText(common.expired)).toBeVisible()
})

it('goes on where it was when the same student signs in again in another tab', async () => {
  fakeApi({ ...results, 'GET /me': { user: student } })
  const router = renderStudent('/results?page=2')
  useFlow.getState().choose({ examId: 'jamb' })
  act(() => useSession.getState().expire())
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  fromAnotherTab('u1')
  await waitFor(() => expect(router.state.location.pathname).toBe('/results'))
  expect(router.state.location.search).toBe('?page=2')
  expect(useFlow.getState().examId).toBe('jamb')
})

it('asks once there is a connection what could not be asked without one', async () => {
  fakeApi({ ...results, 'GET /me': offline() })
  await loadSession()
  renderApp('/results')
  await screen.findByText(shellTexts.loadFailed)
  fakeApi({ ...results, 'GET /me': { user: student } })
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByRole('heading', { name: 'Results' })).toBeVisible()
})

it('asks again when the page is looked at again', async () => {
  fakeApi({ ...results, 'GET /me': failure(503, 'unavailable', 'Sabi is busy.') })
  await loadSession()
  renderApp('/results')
  await screen.findByText(shellTexts.loadFailed)
  fakeApi({ ...results, 'GET /me': { user: student } })
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByRole('heading', { name: 'Results' })).toBeVisible()
})

it('looks again after a long time out of sight, and is not misled by a bad line', async () => {
  const turn = async (at: number) => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(at)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    clock.mockRestore()
  }
  fakeApi({ ...results, 'GET /me': offline() })
  renderStudent('/results')
  await screen.findByRole('heading', { name: 'Results' })
  await turn(Date.now() + 10 * 60_000)
  await act(() => Promise.resolve())
  expect(getSession().is).toBe('in')
  fakeApi({ ...results, 'GET /me': { user: chidi } })
  await turn(Date.now() + 20 * 60_000)
  expect(await screen.findByRole('heading', { name: 'Chidi Obi is logged in now' })).toBeVisible()
})

it('keeps the choices of a student who was only signed out, and nobody else’s', () => {
  fakeApi({ 'GET /me': failure(401, 'unauthenticated', '') })
  for (const [who, kept] of [
    [student, 'jamb'],
    [chidi, undefined],
  ] as const) {
    useSession.getState().signedIn(student)
    useFlow.getState().choose({ examId: 'jamb' })
    useSession.getState().expire()
    startSession(who)
    expect(useFlow.getState().examId).toBe(kept)
  }
})

it('is not logged in again by an answer from before the logout', async () => {
  for (const late of [{ user: student }, failure(503, 'unavailable', 'Sabi is busy.')]) {
    useSession.getState().signedIn(student)
    fakeApi({
      'GET /me': () => {
        useSession.getState().signedOut()
        return late
      },
    })
    await loadSession()
    expect(getSession().is).toBe('out')
  }
})

it('stays logged out when the server says so again', async () => {
  fakeApi({ 'GET /me': failure(401, 'unauthenticated', 'Unauthorised access') })
  useSession.getState().signedOut()
  await loadSession()
  expect(getSession().is).toBe('out')
})
