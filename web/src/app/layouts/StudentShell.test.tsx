// The student's left menu.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { uiTexts } from '@/shared/i18n/common'
import { fakeApi } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'

/** As the specification lists them; an entry is there once its screen is. */
const order = [
  '/dashboard',
  '/profile',
  '/saved-subjects',
  '/my-subscriptions',
  '/results',
  '/mock-score',
  '/account-setting',
]

it('lists its entries in the order of the specification, and ends with the logout', async () => {
  fakeApi({})
  renderStudent('/profile')
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }))
  const found = menu.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
  const entries = found.filter((path) => path !== '/')
  expect(entries).toEqual(order.filter((path) => entries.includes(path)))
  expect(entries).toEqual(expect.arrayContaining(['/dashboard', '/profile', '/account-setting']))
  const last = menu.getByRole('link', { name: 'Account Setting' }).nextElementSibling
  expect(last).toBe(menu.getByRole('button', { name: 'Logout' }))
  expect(menu.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
})

it('has one Home on a phone: the dashboard, apart from the public site', async () => {
  fakeApi({})
  renderStudent('/profile')
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }))
  expect(menu.queryByRole('link', { name: 'Home' })).toBeNull()
  expect(menu.getByRole('link', { name: 'Sabi website' })).toHaveAttribute('href', '/')
  const tabs = within(screen.getByRole('navigation', { name: 'Main menu' }))
  expect(tabs.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/dashboard')
})

it('has reading go on at the heading of each page that is gone to', async () => {
  fakeApi({})
  renderStudent('/profile')
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }))
  await screen.findByRole('heading', { name: 'Adaeze Okonkwo' })
  await userEvent.click(menu.getByRole('link', { name: 'Account Setting' }))
  const heading = await screen.findByRole('heading', { name: 'Account Setting', level: 1 })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(document.title).toBe('Account Setting · Sabi')
})

it('skips to the content without an entry of the history, which the router would not know', async () => {
  fakeApi({})
  renderStudent('/profile')
  const before = [window.history.length, window.location.hash]
  await userEvent.click(await screen.findByRole('link', { name: uiTexts.skip }))
  expect(screen.getByRole('main')).toHaveFocus()
  expect([window.history.length, window.location.hash]).toEqual(before)
})

it('marks the tab of the page, and of the pages that belong to it', async () => {
  fakeApi({})
  const router = renderStudent('/profile')
  const tabs = within(await screen.findByRole('navigation', { name: 'Main menu' }))
  const links = tabs.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Home', '/dashboard'],
    ['Practise', '/practise'],
    ['Results', '/results'],
    ['Me', '/profile'],
  ])
  const marked = () => links.filter((link) => link.hasAttribute('aria-current'))
  expect(marked()).toEqual([tabs.getByRole('link', { name: 'Me', current: 'page' })])
  await router.navigate('/account-setting')
  await screen.findByRole('heading', { name: 'Account Setting', level: 1 })
  expect(marked()).toEqual([tabs.getByRole('link', { name: 'Me' })])
  // Page, toasts and steps keep clear of them.
  expect(document.documentElement).toHaveAttribute('data-tabs')
})
