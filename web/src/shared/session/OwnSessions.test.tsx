// Logging out on this device from the list of sessions: the question stands until the server has
// answered, and cannot be answered twice.
import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { session } from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { world } from '@/testing/world'
import { sessionTexts } from './OwnSessions'
import { getSession } from './useSession'

const here = session({ _id: 'here', device: 'Phone', isCurrent: true })

/** Presses Yes; the call that ends this session is answered by the returned function. */
async function confirm() {
  let answer: (reply: Response | Record<string, unknown>) => void = () => undefined
  const log = fakeApi({
    ...world,
    'GET /attempts': { data: [], total: 0 },
    'GET /me/sessions': {
      data: [here, session({ _id: 'other', device: 'Firefox', isCurrent: false })],
    },
    'DELETE /me/sessions/here': () =>
      new Promise<Response | Record<string, unknown>>((resolve) => {
        answer = resolve
      }),
  })
  renderStudent('/account-setting')
  await userEvent.click(await screen.findByRole('button', { name: /^Log out: Phone/ }))
  const dialog = await screen.findByRole('dialog', { name: sessionTexts.endHere })
  await userEvent.click(within(dialog).getByRole('button', { name: sessionTexts.logOut }))
  const calls = () => log.filter(({ method }) => method === 'DELETE').length
  await waitFor(() => expect(calls()).toBe(1))
  const reply = (body: Parameters<typeof answer>[0]) => act(async () => answer(body))
  return { dialog, calls, reply }
}

it('stays with its text and without buttons until the answer arrives', async () => {
  const { dialog, calls, reply } = await confirm()
  expect(within(dialog).getByText(sessionTexts.endHereText)).toBeVisible()
  for (const name of [sessionTexts.cancel, sessionTexts.logOut]) {
    expect(within(dialog).getByRole('button', { name })).toBeDisabled()
  }
  await userEvent.keyboard('{Escape}')
  expect(dialog).toBeInTheDocument()
  await reply({ message: 'The session was ended.' })
  await waitFor(() => expect(getSession().is).toBe('out'))
  expect(dialog).not.toBeInTheDocument()
  expect(calls()).toBe(1)
})

it('goes away once it failed, and the reason is shown', async () => {
  const { dialog, reply } = await confirm()
  await reply(failure(503, 'unavailable', 'Sabi is busy.'))
  expect(await screen.findByText('Sabi is busy.')).toBeVisible()
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(getSession().is).toBe('in')
})

it('logs out everywhere where that is asked for', async () => {
  const log = fakeApi({
    ...world,
    'GET /attempts': { data: [], total: 0 },
    'GET /me/sessions': {
      data: [here, session({ _id: 'other', device: 'Firefox', isCurrent: false })],
    },
  })
  renderStudent('/account-setting')
  await userEvent.click(await screen.findByRole('button', { name: sessionTexts.everywhere }))
  await waitFor(() => expect(getSession().is).toBe('out'))
  expect(log.find(({ path }) => path === '/logout')?.body).toEqual({ everywhere: true })
})
