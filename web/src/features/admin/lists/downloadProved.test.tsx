// A file that names people is downloaded once the password or a code was given again.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { owner } from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { proofTexts } from '../account/messages'
import { listToolTexts } from '../messages'

/** Opens the students and presses the first format; the addresses that the browser was sent to. */
async function exported(answers: Parameters<typeof fakeApi>[0]) {
  const log = fakeApi({ 'GET /admin/customers': { customers: [], total: 0 }, ...answers })
  const followed: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    followed.push(`${this.pathname}${this.search}`)
  })
  renderAdmin('/admin/students', owner)
  await userEvent.click(await screen.findByRole('button', { name: listToolTexts.exportList }))
  await userEvent.click(await screen.findByRole('menuitem', { name: listToolTexts.csv }))
  return { log, followed }
}

it('is downloaded at once where that was proved a moment ago', async () => {
  const { log, followed } = await exported({ 'GET /me/prove': { message: 'Thank you.' } })
  await waitFor(() => expect(followed).toEqual(['/api/v1/admin/exports/students?format=csv']))
  expect(log.filter(({ path }) => path === '/me/prove')).toHaveLength(1)
})

it('asks for the password first, and downloads nothing without it', async () => {
  let proved = false
  const { followed } = await exported({
    'GET /me/prove': () =>
      proved ? { message: 'Thank you.' } : failure(403, 'prove-password', 'Please prove it.'),
    'POST /me/prove': () => {
      proved = true
      return { message: 'Thank you.' }
    },
  })
  const dialog = await screen.findByRole('dialog', { name: proofTexts.title })
  expect(followed).toEqual([])
  await userEvent.type(within(dialog).getByLabelText(proofTexts.label), 'mine{Enter}')
  await waitFor(() => expect(followed).toEqual(['/api/v1/admin/exports/students?format=csv']))
})

it('says why nothing comes where the password is not given', async () => {
  const { followed } = await exported({
    'GET /me/prove': failure(403, 'prove-password', 'Please prove it.'),
  })
  const dialog = await screen.findByRole('dialog', { name: proofTexts.title })
  await userEvent.click(within(dialog).getByRole('button', { name: proofTexts.cancel }))
  expect(await screen.findByText('Please prove it.')).toBeVisible()
  expect(followed).toEqual([])
})
