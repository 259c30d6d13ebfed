// The weekly mail and the links for a parent or teacher, on the profile.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { ProgressLink } from '@/shared/api/types'
import { progressLink } from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { weekTexts } from './Week'

const url = 'https://sabi.test/progress/abc'
const mail = { 'GET /me/weekly-mail': { data: { isOn: false } } }

it('turns the weekly mail on and off', async () => {
  const log = fakeApi({
    ...mail,
    'GET /me/progress-links': { data: [] },
    'PUT /me/weekly-mail': ({ body }) => ({ data: body }),
  })
  renderStudent('/profile')
  const box = await screen.findByRole('checkbox', { name: weekTexts.sendMail })
  expect(box).not.toBeChecked()
  await userEvent.click(box)
  expect(await screen.findByText(weekTexts.mailOn)).toBeVisible()
  expect(box).toBeChecked()
  await userEvent.click(box)
  expect(await screen.findByText(weekTexts.mailOff)).toBeVisible()
  expect(box).not.toBeChecked()
  const sent = log.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(sent).toEqual([{ isOn: true }, { isOn: false }])
})

it('creates a link, shows its address once, and revokes it', async () => {
  let links: ProgressLink[] = []
  const log = fakeApi({
    ...mail,
    'GET /me/progress-links': () => ({ data: links }),
    'POST /me/progress-links': () => {
      links = [progressLink({ showForecast: true })]
      return { data: { ...links[0], url } }
    },
    'DELETE /me/progress-links/link1': () => {
      links = []
      return { message: 'Gone' }
    },
  })
  renderStudent('/profile')
  const create = await screen.findByRole('button', { name: weekTexts.create })
  await userEvent.click(create)
  expect(await screen.findByText(weekTexts.nameRequired)).toBeVisible()
  await userEvent.type(screen.getByRole('textbox', { name: weekTexts.name }), 'Mum')
  await userEvent.click(screen.getByRole('checkbox', { name: weekTexts.showForecast }))
  await userEvent.click(create)

  const title = await screen.findByRole('heading', { name: weekTexts.linkOf('Mum') })
  expect(title).toHaveFocus()
  expect(screen.getByText(url)).toBeVisible()
  const whatsApp = screen.getByRole('link', { name: weekTexts.opensApp })
  expect(whatsApp).toHaveAttribute(
    'href',
    `https://wa.me/?text=${encodeURIComponent(weekTexts.shared(url))}`,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: weekTexts.copy }))
  expect(await screen.findByText(weekTexts.copied)).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(url)

  const list = within(await screen.findByRole('list', { name: weekTexts.links }))
  expect(list.getByText(/includes your forecast/)).toBeVisible()
  await userEvent.click(list.getByRole('button', { name: weekTexts.revokeOf('Mum') }))
  expect(await screen.findByText(weekTexts.revoked('Mum'))).toBeVisible()
  await waitFor(() => expect(screen.queryByText(url)).toBeNull())
  expect(screen.getByRole('heading', { name: weekTexts.links })).toHaveFocus()
  expect(log.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Mum',
    showForecast: true,
  })
})

it('says that the browser does not copy, as on pages without https', async () => {
  fakeApi({
    ...mail,
    'GET /me/progress-links': { data: [] },
    'POST /me/progress-links': { data: { ...progressLink(), url } },
  })
  renderStudent('/profile')
  await userEvent.type(await screen.findByRole('textbox', { name: weekTexts.name }), 'Mum{Enter}')
  const copy = await screen.findByRole('button', { name: weekTexts.copy })
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
  fireEvent.click(copy)
  expect(await screen.findByText(weekTexts.notCopied)).toBeVisible()
  vi.unstubAllGlobals()
})

it('offers no sixth link, and says why a link was not created', async () => {
  let links = [1, 2, 3, 4].map((n) => progressLink({ _id: `link${n}`, name: `Aunt ${n}` }))
  fakeApi({
    ...mail,
    'GET /me/progress-links': () => ({ data: links }),
    'POST /me/progress-links': () => {
      links = [...links, progressLink({ _id: 'link5' })]
      return failure(409, 'too-many-links', 'You have 5 links already. Revoke one first.')
    },
  })
  vi.stubEnv('TZ', 'Africa/Lagos')
  renderStudent('/profile')
  await userEvent.type(await screen.findByRole('textbox', { name: weekTexts.name }), 'Mum{Enter}')
  expect(await screen.findByText('You have 5 links already. Revoke one first.')).toBeVisible()
  expect(screen.getAllByText('Works until 2026-06-03')).toHaveLength(4)
  vi.unstubAllEnvs()
})

it('says that there are enough links', async () => {
  const links = [1, 2, 3, 4, 5].map((n) => progressLink({ _id: `link${n}`, name: `Aunt ${n}` }))
  fakeApi({ ...mail, 'GET /me/progress-links': { data: links } })
  renderStudent('/profile')
  expect(await screen.findByText(weekTexts.enough)).toBeVisible()
  expect(screen.queryByRole('button', { name: weekTexts.create })).toBeNull()
})
