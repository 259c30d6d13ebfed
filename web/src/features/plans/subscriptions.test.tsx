// My subscriptions: sorted, searched and paged by the address, each with its state.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { notify } from '@/shared/ui/notify'
import { examChoice, subscription } from '@/testing/data'
import { api, jamb, post } from '@/testing/enrolment'
import { type Asked, fakeApi } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { plansTexts } from './messages'

const soon = new Date(Date.now() + 36 * 3600 * 1000).toISOString()
const data = [
  subscription(jamb, { status: false }),
  subscription(post, {
    university: { _id: 'unilag', title: 'University of Lagos' },
    description: '<p>Every <b>subject</b></p>',
    expireAt: soon,
  }),
]

it('tells each with its state, and leads to a higher plan', async () => {
  const none = { 'GET /get-subscriptions/post/unilag': { data: [] } }
  const log = fakeApi({ ...api, ...none, 'GET /user-subscription-list/u1': { data, total: 2 } })
  const router = renderStudent('/my-subscriptions')
  const old = await screen.findByRole('row', { name: /^JAMB UTME/ })
  expect(old).toHaveTextContent('Gold--2026-03-052026-03-05 Expired')
  const row = screen.getByRole('row', { name: /^POST UTME \(University of Lagos\)/ })
  expect(row).toHaveTextContent('Every subject')
  expect(row).toHaveTextContent(/Active2 days left/)
  expect(Object.fromEntries(log[0]?.query ?? [])).toEqual({
    page: '1',
    limit: '10',
    sort: 'subscribedAt',
  })
  await userEvent.click(within(row).getByRole('button', { name: /Upgrade Plan/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/subscription-plans'))
  expect(useFlow.getState()).toMatchObject({ examId: 'post', universityId: 'unilag' })
})

it('says why it leads to no plan of an exam that is switched off', async () => {
  const info = vi.spyOn(notify, 'info').mockImplementation(() => {})
  fakeApi({
    ...api,
    'GET /me/exams': { data: [examChoice({ ...jamb, status: false })] },
    'GET /user-subscription-list/u1': { data, total: 2 },
  })
  const router = renderStudent('/my-subscriptions')
  const row = await screen.findByRole('row', { name: /^JAMB UTME/ })
  await userEvent.click(within(row).getByRole('button', { name: /Upgrade Plan/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  expect(info).toHaveBeenCalledWith('JAMB UTME: Coming Soon')
})

it('sorts, pages and searches by its address', async () => {
  const log = fakeApi({ ...api, 'GET /user-subscription-list/u1': { data, total: 32 } })
  renderStudent('/my-subscriptions?page=2&limit=30&sort=-expireAt')
  await screen.findByRole('row', { name: /^JAMB UTME/ })
  const asked = () => Object.fromEntries(log.at(-1)?.query ?? [])
  expect(asked()).toEqual({ page: '2', limit: '30', sort: '-expireAt' })
  await userEvent.click(screen.getByRole('button', { name: /^Plan/ }))
  await waitFor(() => expect(asked()).toEqual({ page: '1', limit: '30', sort: 'planName' }))
  await userEvent.type(
    screen.getByRole('searchbox', { name: plansTexts.findSubscription }),
    'lagos',
  )
  await waitFor(() => expect(asked().q).toBe('lagos'))
  const sizes = within(screen.getByRole('combobox', { name: 'Rows per page' })).getAllByRole(
    'option',
  )
  expect(sizes.map((one) => one.textContent)).toEqual([10, 20, 30, 50].map((n) => `${n} per page`))
})

it('keeps an order that was chosen while the search still waited', async () => {
  const log = fakeApi({ ...api, 'GET /user-subscription-list/u1': { data, total: 32 } })
  const router = renderStudent('/my-subscriptions')
  const field = await screen.findByRole('searchbox', { name: plansTexts.findSubscription })
  fireEvent.change(field, { target: { value: 'lagos' } })
  fireEvent.click(screen.getByRole('button', { name: /^Plan/ }))
  await waitFor(() => expect(log.at(-1)?.query.get('q')).toBe('lagos'))
  expect(router.state.location.search).toBe('?sort=planName&q=lagos')
})

it('keeps the search field while the whole list loads after a search', async () => {
  let answer: (rows: Record<string, unknown>) => void = () => undefined
  const all = new Promise<Record<string, unknown>>((resolve) => {
    answer = resolve
  })
  fakeApi({
    ...api,
    'GET /user-subscription-list/u1': ({ query }: Asked) =>
      query.get('q') ? { data: data.slice(0, 1), total: 1 } : all,
  })
  const router = renderStudent('/my-subscriptions?q=jamb')
  const field = await screen.findByRole('searchbox', { name: plansTexts.findSubscription })
  await userEvent.clear(field)
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(field).toBeInTheDocument()
  answer({ data, total: 2 })
  await screen.findByRole('row', { name: /^POST UTME/ })
  expect(field).toHaveFocus()
})

it('says where there is none, and leads to an exam', async () => {
  fakeApi({ ...api, 'GET /user-subscription-list/u1': { data: [], total: 0 } })
  renderStudent('/my-subscriptions')
  expect(await screen.findByText(common.notSubscribed)).toBeVisible()
})
