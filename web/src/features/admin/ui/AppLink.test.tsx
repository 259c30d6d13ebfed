// Links that do not subscribe to the address still follow and remember it.
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { AppLink, AppLinks } from './AppLink'

const Frame = () => (
  <AppLinks>
    <AppLink to="/list?page=2">List</AppLink>
    <AppLink to="/form" fromList>
      Form
    </AppLink>
    <Outlet />
  </AppLinks>
)

function shown() {
  const children = [{ path: '*', element: <p>page</p> }]
  const router = createMemoryRouter([{ element: <Frame />, children }])
  render(<RouterProvider router={router} />)
  return router
}
const link = (name: string) => screen.findByRole('link', { name })

it('leads to its page, which can lead back to this part of the list', async () => {
  const router = shown()
  expect(await link('Form')).toHaveAttribute('href', '/form')
  await userEvent.click(await link('List'))
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'))
  await userEvent.click(await link('Form'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/form'))
  expect(router.state.location.state).toEqual({ list: '/list?page=2' })
})

it('adds nothing to the history on its own page', async () => {
  const router = shown()
  await userEvent.click(await link('Form'))
  await waitFor(() => expect(router.state.historyAction).toBe('PUSH'))
  await userEvent.click(await link('Form'))
  await waitFor(() => expect(router.state.historyAction).toBe('REPLACE'))
})

it.each([
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
])('leaves %j to the browser', async (press) => {
  const router = shown()
  // Whether the browser is left to follow the link.
  expect(fireEvent.click(await link('Form'), press)).toBe(true)
  expect(router.state.location.pathname).toBe('/')
})
