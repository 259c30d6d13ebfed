// The route guard: waits, lets pass, or sends to the login of the area.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { common, shellTexts } from '@/shared/i18n/common'
import { loadSession } from '@/shared/session/session'
import { useSession } from '@/shared/session/useSession'
import { student } from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderApp, renderStudent } from '@/testing/renderApp'

const empty = {
  'GET /get-results/u1': { quizes: [], total: 0 },
}

describe('guard', () => {
  it('waits while the session loads', async () => {
    fakeApi(empty)
    const router = renderApp('/results')
    expect(await screen.findByText(common.loading)).toBeVisible()
    expect(router.state.location.pathname).toBe('/results')
  })

  it('sends a visitor to the login and back to where they were going', async () => {
    fakeApi({ ...empty, 'POST /login': { user: student } })
    useSession.getState().expire()
    const router = renderApp('/results?page=2')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText('Email'), 'student@sabi.test')
    await user.type(screen.getByLabelText('Password'), 'secret-1{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/results'))
    expect(router.state.location.search).toBe('?page=2')
  })

  it.each([
    '/results',
    '/list-questions',
    // With the code of the test window loaded.
    '/objective-questions',
  ])('navigates once from %s to the login', async (path) => {
    fakeApi(empty)
    useSession.getState().expire()
    let navigations = 0
    let last: unknown
    const router = renderApp(path, (state) => {
      const { location } = state.navigation
      if (location === undefined || location === last) return
      last = location
      navigations += 1
      if (navigations > 20) throw new Error('navigates without end')
    })
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(navigations).toBe(1)
  })

  it('says when the server could not be asked, and asks again', async () => {
    fakeApi({ 'GET /me': failure(503, 'unavailable', 'No store') })
    await loadSession()
    renderApp('/results')
    expect(await screen.findByText(shellTexts.loadFailed)).toBeVisible()
    fakeApi({ ...empty, 'GET /me': { user: student } })
    await userEvent.click(screen.getByRole('button', { name: common.retry }))
    expect(await screen.findByRole('heading', { name: 'Results' })).toBeVisible()
  })

  it('asks again when it opens after the session could not be asked for', async () => {
    // The test window, which needs no session, led here after it was loaded without network.
    useSession.getState().failed()
    fakeApi({ ...empty, 'GET /me': { user: student } })
    renderApp('/results')
    expect(await screen.findByRole('heading', { name: 'Results' })).toBeVisible()
  })

  it('sends to the login when the session ends in the middle, and says so', async () => {
    fakeApi({ 'GET /get-results/u1': failure(401, 'unauthenticated', 'Unauthorised access') })
    const router = renderStudent('/results')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(await screen.findByText(common.expired)).toBeVisible()
  })

  it('shows a page for an address that is none', async () => {
    fakeApi({})
    renderApp('/no-such-page')
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    const home = within(screen.getByRole('main')).getByRole('link', { name: 'Home' })
    expect(home).toHaveAttribute('href', '/')
  })

  it('logs out: on the server, in the store and in the browser', async () => {
    const log = fakeApi({ ...empty, 'POST /logout': { message: 'Logout successfully.' } })
    const router = renderStudent('/results')
    localStorage.setItem('examId', '"jamb"')
    const [button] = await screen.findAllByRole('button', { name: 'Log Out' })
    await userEvent.click(button as HTMLElement)
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    // Other devices stay logged in.
    expect(log.find(({ path }) => path === '/logout')?.body).toEqual({ everywhere: false })
    expect(localStorage.getItem('examId')).toBeNull()
    expect(await screen.findByText(shellTexts.loggedOut)).toBeVisible()
    // The next user is not sent to the previous user's page.
    expect(router.state.location.state).toBeNull()
  })

  it('leads nobody back to the page on which a session was that another tab has ended', async () => {
    fakeApi(empty)
    const router = renderStudent('/results')
    await screen.findByRole('heading', { name: 'Results' })
    act(() => useSession.getState().expire(true))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.state).toBeNull()
  })
})
