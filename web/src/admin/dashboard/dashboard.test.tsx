// What administrators see first: counters, who came, and what waits for them.
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { failure, fakeApi } from '@/testing/fakeApi'
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

const none = { data: [], total: 0 }
const opened = (more: Parameters<typeof fakeApi>[0] = {}) => {
  const log = fakeApi({
    'GET /admin/dashboard': { data: dashboard },
    'GET /admin/user-theories': { userTheoryList: [], total: 0 },
    'GET /reports': none,
    'GET /get-students-exam-subjects/': none,
    'GET /admin/contactus': none,
    'GET /admin/payments': none,
    ...more,
  })
  renderAdmin('/admin')
  return log
}

const waiting = async () => within(await screen.findByRole('region', { name: words.waiting }))

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
    expect(await screen.findByText(words.nothing)).toBeVisible()
  })

  it('names what waits, each with the way there, and nothing else', async () => {
    const change = (asked: string[], updateRequest: boolean) => ({
      subjectsUpdate: asked.map((_id) => ({ _id, title: _id })),
      updateRequest,
    })
    opened({
      'GET /admin/user-theories': { userTheoryList: [], total: 1 },
      'GET /get-students-exam-subjects/': {
        data: [change(['s'], false), change([], false), change(['s'], true)],
        total: 3,
      },
      'GET /admin/contactus': {
        data: Array.from({ length: 100 }, () => ({ isReply: false })),
        total: 250,
      },
      'GET /admin/payments': ({ query }) => ({
        data: [],
        total: query.get('state') === 'mismatched' ? 2 : 0,
      }),
    })
    const list = await waiting()
    const links = await list.findAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['1theory submission to grade', '/admin/user-theories-exam'],
      ['1change of subjects asked for', '/admin/student-registered-subjects'],
      ['100+messages without a reply', '/admin/contactus'],
      ['2payments that do not match', '/admin/payments?state=mismatched'],
    ])
  })

  it('says of what could not be counted that it could not', async () => {
    opened({ 'GET /reports': failure(503, 'unavailable', 'No store') })
    const list = await waiting()
    expect(await list.findByRole('link')).toHaveTextContent(
      `${words.reports.other}: ${words.notCounted}`,
    )
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
