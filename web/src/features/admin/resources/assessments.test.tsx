// Study, practice and mock are all there are.
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'

const modes = ['study', 'practice', 'mock'].map((slug) => ({
  _id: slug,
  title: slug,
  slug,
  logo: null,
  status: true,
  version: 0,
}))

it('offers no form where all three modes exist', async () => {
  fakeApi({ 'GET /admin/assessments': { data: modes, total: 3 } })
  renderAdmin('/admin/assessments/add')
  expect(await screen.findByText('All three modes of assessment already exist')).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to the list' })).toHaveAttribute(
    'href',
    '/admin/assessments',
  )
})

it('offers the form where one is missing, and names it Add', async () => {
  fakeApi({ 'GET /admin/assessments': { data: modes.slice(1), total: 2 } })
  renderAdmin('/admin/assessments/add')
  expect(await screen.findByRole('textbox', { name: 'Title' })).toBeVisible()
  expect(screen.getByRole('form', { name: 'Add assessment' })).toBeVisible()
})
