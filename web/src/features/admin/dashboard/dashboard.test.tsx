// The administrators' first page: counters, registrations, and what waits for them.
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { words } from './messages'
import { scaleTo } from './scale'

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
}

const nothing = {
  theories: 0,
  changeRequests: 0,
  reports: 0,
  messages: 0,
  failedMails: 0,
  payments: 0,
}

const opened = (waiting = nothing) => {
  fakeApi({ 'GET /admin/dashboard': { data: { ...dashboard, waiting } } })
  renderAdmin('/admin')
}

describe('the dashboard', () => {
  it('counts, draws twelve months and warns', async () => {
    opened()
    expect(await screen.findByText(words.subjects)).toBeVisible()
    expect(screen.getByText('1,200')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('The disk is nearly full.')
    const rows = within(screen.getByRole('table', { name: words.chart })).getAllByRole('row')
    expect(rows).toHaveLength(13)
    expect(rows[1]).toHaveTextContent('December 20250')
    expect(rows.at(-1)).toHaveTextContent('November 20261,100')
    expect(screen.getByText(words.nothing)).toBeVisible()
  })

  it('names what waits, each with the way there, and nothing else', async () => {
    opened({
      ...nothing,
      theories: 1,
      changeRequests: 1,
      messages: 1200,
      payments: 3,
      failedMails: 2,
    })
    const list = within(await screen.findByRole('region', { name: words.waiting }))
    const links = list.getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['1theory submission to grade', '/admin/user-theories-exam'],
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
