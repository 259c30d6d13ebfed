// Messages of visitors, and the answers to them.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { mailListTexts } from './Mails'
import { messageTexts } from './Messages'

vi.mock('@/shared/ui/RichTextField', () => import('@/testing/RichTextField'))

const message = {
  _id: 'c1',
  firstName: 'Bola',
  lastName: 'Ade',
  email: 'bola@sabi.test',
  mobileNo: '08030000000',
  subject: 'Plans',
  message: 'How long?',
  isReply: false,
  createdAt: '2026-03-05T14:30:00.000Z',
}

it('a message is answered, and what says nothing is not sent', async () => {
  const replies: object[] = []
  const log = fakeApi({
    'GET /admin/contactus/c1': { data: message },
    'GET /admin/contactus/reply/c1': () => ({ replies }),
    'POST /admin/contactus/reply/c1': ({ body }) => {
      replies.push({ ...(body as object), user: null, createdAt: message.createdAt })
      return { message: '' }
    },
  })
  renderAdmin('/admin/contactus/detail/c1')
  expect(await screen.findByText('No Update Request')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: messageTexts.send }))
  expect(await screen.findByText('Please enter reply message.')).toBeVisible()
  await userEvent.type(screen.getByRole('textbox', { name: messageTexts.reply }), 'A year.')
  await userEvent.click(screen.getByRole('button', { name: messageTexts.send }))
  expect(await screen.findByText('Message replied successfully.')).toBeVisible()
  const list = within(screen.getByRole('region', { name: messageTexts.replies }))
  expect(await list.findByText('A year.')).toBeVisible()
  expect(screen.getByRole('textbox', { name: messageTexts.reply })).toHaveValue('')
  expect(log.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { replyMessage: 'A year.' },
  ])
})

it('a reply is sent again under its key, and the next one under another', async () => {
  const call = '/admin/contactus/reply/c1'
  let fails = true
  const log = fakeApi({
    'GET /admin/contactus/c1': { data: message },
    [`GET ${call}`]: { replies: [] },
    [`POST ${call}`]: () => {
      if (!fails) return { message: '' }
      fails = false
      return failure(502, 'gateway', 'No answer.')
    },
  })
  renderAdmin('/admin/contactus/detail/c1')
  const send = () => userEvent.click(screen.getByRole('button', { name: messageTexts.send }))
  const write = async (text: string) =>
    userEvent.type(await screen.findByRole('textbox', { name: messageTexts.reply }), text)
  await write('A year.')
  await send()
  expect(await screen.findByText('No answer.')).toBeVisible()
  await send()
  await screen.findByText('Message replied successfully.')
  await write('Or two.')
  await send()
  const keys = () =>
    log
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('Idempotency-Key'))
  await waitFor(() => expect(keys()).toHaveLength(3))
  const [first, again, next] = keys()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(again).toBe(first)
  expect(next).not.toBe(first)
})

it('a subscriber goes once that was asked', async () => {
  let subscribers = [{ _id: 'n1', email: 'bola@sabi.test', createdAt: message.createdAt }]
  fakeApi({
    'GET /admin/subscribenewsletter': () => ({ subscribers, total: subscribers.length }),
    'DELETE /admin/subscribenewsletter/n1': () => {
      subscribers = []
      return { message: '' }
    },
  })
  renderAdmin('/admin/subscribenewsletter')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete: bola@sabi.test' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
  expect(await screen.findByText(mailListTexts.subscriberDeleted)).toBeVisible()
  expect(await screen.findByText('No records found')).toBeVisible()
})

it('a mail that could not be sent says why, and goes once somebody has seen to it', async () => {
  const mail = {
    _id: 'm1',
    kind: 'activation',
    to: 'ada@sabi.test',
    subject: 'Activate your account',
    state: 'failed',
    failures: 1,
    problem: '550 5.1.1 no such person',
    queuedAt: message.createdAt,
    sentAt: null,
  }
  const sent = { ...mail, _id: 'm2', to: 'bola@sabi.test', state: 'sent', problem: null }
  let rows = [mail, sent]
  const log = fakeApi({
    'GET /admin/mails': () => ({ data: rows, total: rows.length }),
    'DELETE /admin/mails/m1': () => {
      rows = [sent]
      return { message: mailListTexts.dismissed }
    },
  })
  renderAdmin('/admin/mails?state=failed')
  expect(await screen.findByText('550 5.1.1 no such person')).toBeVisible()
  expect(log[0]?.query.get('state')).toBe('failed')
  expect(screen.queryByRole('button', { name: 'Delete: bola@sabi.test' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Delete: ada@sabi.test' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Yes' }))
  expect(await screen.findByText(mailListTexts.dismissed)).toBeVisible()
  await vi.waitFor(() => expect(screen.queryByText('ada@sabi.test')).toBeNull())
})
