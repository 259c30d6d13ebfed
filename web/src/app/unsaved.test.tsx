// A session ends while a form is filled in: the typed text is kept for its author and for nobody
// else.
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leaveTexts } from '@/features/admin/messages'
import type { User } from '@/shared/api/types'
import { notifyTabs, watchSession } from '@/shared/session/session'
import { admin } from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'

vi.mock('@/shared/ui/RichTextField', () => import('@/testing/RichTextField'))

const chidi: User = { ...admin, _id: 'a2', first_name: 'Chidi', last_name: 'Obi' }
const added = 'Category successfully added.'
const add = 'POST /admin/categories/add'
const list = { 'GET /admin/categories': { data: [], total: 0 } }
const ended = failure(401, 'unauthenticated', 'Unauthorised access')

/** Delivers another tab's message as the browser does. */
function fromAnotherTab(user: string | null) {
  notifyTabs(user)
  const newValue = localStorage.getItem('sabi.session')
  act(
    () => void window.dispatchEvent(new StorageEvent('storage', { key: 'sabi.session', newValue })),
  )
}
const title = () => screen.queryByRole('textbox', { name: /^Title/ })
const save = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Add category' }))
const again = () => screen.findByRole('link', { name: leaveTexts.logInAgain })

/** A form filled in and sent when the server no longer knows the session. */
async function sendTooLate() {
  fakeApi({ ...list, [add]: ended })
  const router = renderAdmin('/admin/categories/add')
  await userEvent.type(await screen.findByRole('textbox', { name: /^Title/ }), 'Sciences')
  await save()
  return router
}

let stop: () => void
beforeEach(() => {
  stop = watchSession()
})
afterEach(() => stop())

it('keeps what was typed until the same person has signed in in another tab, and saves it', async () => {
  const router = await sendTooLate()
  const link = await again()
  expect(link).toHaveAttribute('href', '/admin/login')
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveFocus()
  expect(title()).toHaveValue('Sciences')
  expect(title()?.closest('[inert]')).not.toBeNull()
  expect(router.state.location.pathname).toBe('/admin/categories/add')

  const log = fakeApi({ ...list, 'GET /me': { user: admin }, [add]: { data: {}, message: added } })
  fromAnotherTab(admin._id)
  await waitFor(() => expect(title()?.closest('[inert]')).toBeNull())
  expect(screen.queryByRole('link', { name: leaveTexts.logInAgain })).toBeNull()
  expect(title()).toHaveValue('Sciences')
  await save()
  expect(await screen.findByText(added)).toBeVisible()
  expect(log.find(({ method }) => method === 'POST')?.body).toMatchObject({ title: 'Sciences' })
})

it('notices a sign-in that no tab has announced when it is shown again', async () => {
  await sendTooLate()
  await again()
  fakeApi({ ...list, 'GET /me': { user: admin } })
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(title()?.closest('[inert]')).toBeNull())
  expect(title()).toHaveValue('Sciences')
})

it('shows nothing of it to somebody else who signs in instead', async () => {
  await sendTooLate()
  await again()
  fakeApi({ ...list, 'GET /me': { user: chidi } })
  fromAnotherTab('a2')
  expect(await screen.findByRole('heading', { name: 'Chidi Obi is logged in now' })).toBeVisible()
  expect(title()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Continue as Chidi Obi' }))
  await waitFor(() => expect(title()).toHaveValue(''))
})

it('leaves nothing open where somebody logs out in this browser', async () => {
  fakeApi(list)
  const router = renderAdmin('/admin/categories/add')
  await userEvent.type(await screen.findByRole('textbox', { name: /^Title/ }), 'Sciences')
  fromAnotherTab(null)
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/login'))
  expect(title()).toBeNull()
})

it('lets a user leave it on purpose', async () => {
  const router = await sendTooLate()
  await again()
  act(() => void router.navigate('/admin/categories'))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/login'))
  expect(router.state.location.state).toEqual({ from: '/admin/categories' })
})
