// The administrators' first page: counters, registrations, and what waits for them.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { dashboardTexts } from '../messages'
import { scaleTo } from './Dashboard'

const registrations = Array.from({ length: 12 }, (_, i) => ({
  month: i < 1 ? '2025-12' : `2026-${String(i).padStart(2, '0')}`,
  students: i * 100,
}))
const dashboard = {
  activeExams: 4,
  activeSubjects: 1200,
  activeStudents: 0,
  registrations,
  warnings: ['The disk is nearly full.'],
  money: { month: '2026-11', payments: 2, amount: 500_000, lastAmount: 250_000 },
  coverage: [
    {
      exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
      subjects: 18,
      ready: 12,
      empty: 1,
      questions: 4200,
      theories: 0,
    },
  ],
}

const nothing = {
  theories: 0,
  changeRequests: 0,
  reports: 0,
  messages: 0,
  failedMails: 0,
  payments: 0,
  needsLook: 0,
}

const opened = (waiting = nothing) => {
  const log = fakeApi({ 'GET /admin/dashboard': { data: { ...dashboard, waiting } } })
  const router = renderAdmin('/admin')
  return { log, router }
}

describe('the dashboard', () => {
  it('counts, draws twelve months and warns', async () => {
    opened()
    expect(await screen.findByText(dashboardTexts.subjects)).toBeVisible()
    expect(screen.getByText('1,200')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('The disk is nearly full.')
    const rows = within(screen.getByRole('table', { name: dashboardTexts.chart })).getAllByRole(
      'row',
    )
    expect(rows).toHaveLength(13)
    expect(rows[1]).toHaveTextContent('December 20250')
    expect(rows.at(-1)).toHaveTextContent('November 20261,100')
    expect(screen.getByText(dashboardTexts.nothing)).toBeVisible()
    const counted = dashboardTexts.counter(dashboardTexts.students, '0')
    expect(screen.getByRole('link', { name: counted })).toHaveAttribute(
      'href',
      '/admin/students?accountStatus=Active',
    )
  })

  it('says what was paid this month, and how well the bank covers an exam', async () => {
    opened()
    const money = within(await screen.findByRole('region', { name: dashboardTexts.money }))
    expect(money.getByText('₦5,000')).toBeVisible()
    expect(money.getByText(/₦2,500 last month/)).toBeVisible()
    expect(money.getByRole('link', { name: '2 payments' })).toHaveAttribute(
      'href',
      '/admin/payments?state=paid&from=2026-11-01',
    )
    const bank = within(screen.getByRole('region', { name: dashboardTexts.coverage }))
    expect(
      bank.getByText(/12 of 18 subjects ready for a mock, 1 subject has no questions/),
    ).toBeVisible()
    expect(bank.getByText('4,200 questions, 0 theory')).toBeVisible()
  })

  it('shows as many months as were chosen, which the address keeps', async () => {
    const { log, router } = opened()
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: dashboardTexts.range }),
      '24',
    )
    await waitFor(() => expect(router.state.location.search).toBe('?months=24'))
    const asked = () => log.filter(({ path }) => path === '/admin/dashboard')
    await waitFor(() => expect(asked().at(-1)?.query.get('months')).toBe('24'))
    expect(asked()[0]?.query.get('months')).toBe('12')
  })

  it('names what waits, each with the way there, and nothing else', async () => {
    opened({
      ...nothing,
      theories: 1,
      changeRequests: 1,
      messages: 1200,
      payments: 3,
      failedMails: 2,
      needsLook: 7,
    })
    const list = within(await screen.findByRole('region', { name: dashboardTexts.waiting }))
    const links = list.getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['1theory submission to grade', '/admin/user-theories-exam'],
      ['7questions need a look', '/admin/needs-a-look'],
      ['1request to change subjects', '/admin/student-registered-subjects?changeRequested=true'],
      ['1,200messages without a reply', '/admin/contactus?isReply=false'],
      ['3payments that do not match or are disputed', '/admin/payments?state=mismatched,disputed'],
      ['2mails could not be sent', '/admin/mails?state=failed'],
    ])
  })
})

describe('the scale of a chart', () => {
  it.each([
    [0, 1, [0, 1]],
    [1, 1, [0, 1]],
    [7, 8, [0, 2, 4, 6, 8]],
    [1100, 1500, [0, 500, 1000, 1500]],
  ])('reaches over %s to %s', (greatest, top, steps) =>
    expect(scaleTo(greatest)).toEqual({ top, steps }),
  )
})
