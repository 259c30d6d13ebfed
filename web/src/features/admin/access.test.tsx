// Who sees which parts of the back office.
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { admin, moderator, owner, student } from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { may } from './access'
import { adminTexts } from './messages'

const answers = {
  'GET /grading/queue': { data: [], total: 0 },
  'GET /grading/stats': { data: [] },
  'GET /exam-types': { data: [] },
  'GET /admin/users': { users: [owner], total: 1 },
  'GET /admin/moderators': { moderators: [moderator], total: 1 },
  'GET /admin/question-subjects': { data: [] },
}
const entries = async () => {
  const menu = await screen.findByRole('navigation', { name: 'Main' })
  return within(menu)
    .getAllByRole('link')
    .map((link) => link.textContent)
}

describe('a moderator', () => {
  it('begins at the theory submissions and sees those and the reports', async () => {
    fakeApi(answers)
    const router = renderAdmin('/admin', moderator)
    expect(await screen.findByRole('heading', { name: adminTexts.theory })).toBeVisible()
    expect(router.state.location.pathname).toBe('/admin/user-theories-exam')
    expect(await entries()).toEqual([
      `${moderator.first_name} ${moderator.last_name}`,
      adminTexts.theory,
      adminTexts.reports,
      'Profile',
    ])
  })

  it.each(['/admin/students', '/admin/payments', '/admin/users/add', '/admin/question-subjects'])(
    'is not shown %s, and asks nothing of the server there',
    async (path) => {
      const log = fakeApi(answers)
      renderAdmin(path, moderator)
      expect(await screen.findByRole('heading', { name: adminTexts.notYours })).toBeVisible()
      expect(screen.getByText(adminTexts.moderatorsOnly)).toBeVisible()
      expect(log).toEqual([])
    },
  )
})

describe('administrators', () => {
  it('see each other, and change nothing of it', async () => {
    const other = { ...admin, _id: 'a2', first_name: 'Bola' }
    fakeApi({
      ...answers,
      'GET /admin/users': { users: [owner, other], total: 2 },
      'GET /admin/users/a2': { user: other },
      'GET /country': { countries: [], minAgeDays: 6500 },
    })
    const router = renderAdmin('/admin/users')
    const table = within(await screen.findByRole('table', { name: 'Admin users' }))
    expect(table.getByText(/Bola/)).toBeVisible()
    expect(table.queryByRole('button', { name: /^Delete: / })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Add user' })).toBeNull()
    expect(await entries()).toContain('Admin users')
    await act(() => router.navigate('/admin/users/edit/a2'))
    expect(await screen.findByRole('heading', { name: 'Edit user' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
    await act(() => router.navigate('/admin/users/add'))
    expect(await screen.findByText(adminTexts.superOnly)).toBeVisible()
  })

  it('neither delete a super admin nor choose one among others', async () => {
    fakeApi({ ...answers, 'GET /admin/users': { users: [owner, admin], total: 2 } })
    renderAdmin('/admin/users', owner)
    const table = within(await screen.findByRole('table', { name: 'Admin users' }))
    expect(await entries()).toContain('Admin users')
    expect(table.getAllByRole('button', { name: /^Delete: / })).toHaveLength(1)
    expect(table.getAllByRole('checkbox', { name: /^Select Adaeze/ })).toHaveLength(1)
  })

  it('lead to the form of a moderator where they may add one', async () => {
    fakeApi(answers)
    renderAdmin('/admin/moderators')
    await screen.findByRole('table', { name: 'Moderators' })
    expect(screen.queryByRole('link', { name: 'Add moderator' })).toBeNull()
  })
})

it('tells what a role may', () => {
  expect(may(null, 'moderator')).toBe(false)
  expect(may(student, 'moderator')).toBe(false)
  expect([may(moderator, 'moderator'), may(moderator), may(moderator, 'super')]).toEqual([
    true,
    false,
    false,
  ])
  expect([may(admin, 'moderator'), may(admin), may(admin, 'super')]).toEqual([true, true, false])
  expect(may(owner, 'super')).toBe(true)
})

it('sends a student away', async () => {
  fakeApi({ 'GET /me/exams': { data: [] }, 'GET /attempts': { data: [] } })
  const router = renderAdmin('/admin/user-theories-exam', student)
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

it('leads from a login that began at an unknown page to the dashboard', async () => {
  fakeApi({ 'GET /admin/dashboard': failure(503, 'unavailable', 'Not now.') })
  const router = renderAdmin('/admin/account')
  await router.navigate('/admin/foo/bar', { state: { landed: true } })
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'))
  await router.navigate('/admin/foo/bar')
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/admin/foo/bar')
})
