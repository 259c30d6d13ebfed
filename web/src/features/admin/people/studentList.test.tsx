// The list of students while the code of its export is on its way.
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { admin, student } from '@/testing/data'
import { fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'

vi.mock('../lists/ExportMenu', () => new Promise(() => undefined))

it('has its rows where they stay: what is awaited above them takes no room', async () => {
  fakeApi({ 'GET /admin/customers': { customers: [student], total: 1 } })
  renderAdmin('/admin/students', admin)
  expect(await screen.findByRole('cell', { name: student.email })).toBeVisible()
  expect(document.querySelector('[data-loader]')).toBeNull()
})
