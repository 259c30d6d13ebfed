// Payments as administrators read them.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { choose } from '@/testing/choose'
import { fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { paymentStateTexts } from '../ui/StateBadges'
import { moneyTexts } from './Payments'

const row = {
  _id: 'ref-1',
  user: { _id: 'u1', first_name: 'Ada', last_name: 'Okafor', email: 'student@sabi.test' },
  exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
  university: null,
  planName: 'Yearly',
  amount: 500_000,
  currency: 'NGN',
  gateway: 'paystack',
  state: 'pending',
  message: null,
  subscription: null,
  paidAt: null,
  createdAt: '2026-03-05T14:30:00.000Z',
}

it('a payment shows the answers of the gateway, and can be checked again', async () => {
  let state = 'pending'
  const log = fakeApi({
    'GET /admin/payments/ref-1': () => ({
      data: {
        ...row,
        state,
        url: null,
        refunds: [],
        disputes: [],
        checks: 1,
        dueAt: null,
        answers: [{ at: row.createdAt, from: 'verify', text: '{"status":"ongoing"}' }],
      },
    }),
    'POST /admin/payments/reconcile': () => {
      state = 'paid'
      return { data: { checked: 1, paid: 1, unreachable: 0 } }
    },
  })
  renderAdmin('/admin/payments/ref-1')
  expect(await screen.findByText('Pending')).toBeVisible()
  expect(screen.getByText('₦5,000')).toBeVisible()
  expect(screen.getByText(/"status": "ongoing"/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: moneyTexts.ask }))
  expect(await screen.findByText(moneyTexts.asked('1', '1', '0'))).toBeVisible()
  expect(await screen.findByText('Paid')).toBeVisible()
  expect(log.find(({ method }) => method === 'POST')?.body).toEqual({ reference: 'ref-1' })
})

it('the list is narrowed by how a payment stands', async () => {
  const log = fakeApi({
    'GET /admin/payments': { data: [row], total: 1 },
    'GET /admin/exams': { data: [], total: 0 },
  })
  renderAdmin('/admin/payments')
  expect(await screen.findByRole('link', { name: 'ref-1' })).toBeVisible()
  await choose(moneyTexts.state, paymentStateTexts.disputed)
  await screen.findByRole('link', { name: 'ref-1' })
  expect(
    log
      .filter(({ path }) => path === '/admin/payments')
      .at(-1)
      ?.query.get('state'),
  ).toBe('disputed')
  await choose(moneyTexts.state, moneyTexts.unsettled)
  await waitFor(() => expect(log.at(-1)?.query.get('state')).toBe('mismatched,disputed'))
})
