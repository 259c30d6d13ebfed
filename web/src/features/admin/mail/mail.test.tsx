// The texts of mails: placeholders, a preview while typing, a test mail.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { admin, owner } from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { secondFactorTexts } from '../account/messages'
import { mailTexts, resourceTexts } from '../messages'

vi.mock('@/shared/ui/RichTextField', () => import('@/testing/RichTextField'))

const template = {
  _id: 'activation',
  title: 'Account activation',
  subject: 'Welcome',
  content: '<p>{{ link }}</p>',
  status: true,
  version: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const placeholders = [
  { name: 'link', what: 'Address', sample: 'https://x', required: true },
  { name: 'first_name', what: 'First name', sample: 'Ada', required: false },
]

function opened(more: Parameters<typeof fakeApi>[0] = {}, as = owner) {
  const log = fakeApi({
    'GET /admin/emailtemplates/activation': { data: template },
    'POST /admin/emailtemplates/activation/preview': ({ body }) => {
      const { subject } = body as { subject: string }
      if (subject.includes('{{ nobody }}')) {
        return failure(422, 'invalid', 'Wrong', { subject: 'nobody is not known here' })
      }
      return { data: { subject: `${subject}!`, html: '<p>Hi</p>', text: 'Hi', placeholders } }
    },
    ...more,
  })
  renderAdmin('/admin/emailtemplates/edit/activation', as)
  return log
}

it('lists the placeholders, and previews what is typed without saving it', async () => {
  const log = opened()
  const list = within(await screen.findByRole('region', { name: mailTexts.placeholders }))
  expect(list.getByRole('button', { name: '{{ link }}' })).toBeVisible()
  expect(list.getByText(mailTexts.needed)).toBeVisible()
  expect(list.getByText('First name, such as “Ada”')).toBeVisible()
  const preview = within(screen.getByRole('region', { name: mailTexts.preview }))
  expect(await preview.findByText('Welcome!')).toBeVisible()
  const frame = preview.getByTitle(mailTexts.frame)
  expect(frame).toHaveAttribute('sandbox', '')
  expect(frame).toHaveAttribute('srcdoc', '<p>Hi</p>')
  const subject = screen.getByRole('textbox', { name: 'Subject' })
  await userEvent.type(subject, ' all')
  expect(await preview.findByText('Welcome all!')).toBeVisible()
  await userEvent.type(subject, ' {{{{ nobody }}')
  expect(await preview.findByText('nobody is not known here')).toBeVisible()
  // They are still listed, so that they can be corrected.
  expect(list.getByRole('button', { name: '{{ first_name }}' })).toBeVisible()
  expect(log.some(({ method }) => method === 'PUT')).toBe(false)
})

it('marks a placeholder where the browser does not copy, as over plain http', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
  opened()
  await userEvent.click(await screen.findByRole('button', { name: '{{ link }}' }))
  expect(await screen.findByText(secondFactorTexts.notCopied)).toBeVisible()
  expect(getSelection()?.toString()).toBe('{{ link }}')
  vi.unstubAllGlobals()
})

it('sends a test mail of the saved words, and says where an address is wrong', async () => {
  let wrong = true
  const log = opened({
    'POST /admin/emailtemplates/activation/test': () =>
      wrong
        ? failure(422, 'invalid', 'Wrong', { email: 'Email is not valid' })
        : { message: 'A test mail is on its way to b@sabi.test.' },
  })
  const test = within(await screen.findByRole('region', { name: mailTexts.test }))
  const to = test.getByRole('textbox', { name: mailTexts.testTo })
  expect(to).toHaveValue(owner.email)
  const send = test.getByRole('button', { name: mailTexts.send })
  await userEvent.click(send)
  await waitFor(() => expect(to).toHaveAccessibleDescription('Email is not valid'))
  wrong = false
  await userEvent.clear(to)
  await userEvent.type(to, 'b@sabi.test{Enter}')
  expect(await screen.findByText('A test mail is on its way to b@sabi.test.')).toBeVisible()
  expect(log.filter(({ path }) => path.endsWith('/test')).at(-1)?.body).toEqual({
    email: 'b@sabi.test',
  })
  await userEvent.type(screen.getByRole('textbox', { name: 'Subject' }), '!')
  expect(send).toBeDisabled()
  expect(test.getByText(mailTexts.testUnsaved)).toBeVisible()
})

it('is only read by an administrator who may not change it', async () => {
  opened({}, admin)
  expect(await screen.findByText(mailTexts.owners)).toBeVisible()
  expect(screen.getByText('Welcome')).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Subject' })).toBeNull()
  expect(screen.queryByRole('button', { name: resourceTexts.save })).toBeNull()
  expect(screen.getByRole('link', { name: resourceTexts.back })).toBeVisible()
  expect(screen.getByRole('button', { name: mailTexts.send })).toBeEnabled()
})
