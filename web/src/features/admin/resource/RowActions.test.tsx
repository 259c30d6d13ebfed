// Rows ticked on one page of a list are still ticked on the next.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { bankQuestion, subjectYear } from '@/testing/data'
import { type Asked, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { resourceTexts } from '../messages'

const category = (n: number) => ({
  _id: `q${n}`,
  title: `Category ${n}`,
  seo_url: `category-${n}`,
  description: '',
  image: null,
  status: 'Active',
  version: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
})
const question = (n: number) => bankQuestion(n, { question: `Question ${n}` })

const paged =
  (row: (n: number) => unknown) =>
  ({ query }: Asked) => ({
    data: (query.get('page') === '2' ? [11, 12] : [1, 2]).map(row),
    total: 12,
  })
const box = (name: string) => screen.findByRole('checkbox', { name: resourceTexts.selectRow(name) })
const turn = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it.each([
  ['/admin/categories', 'Category', 'GET /admin/categories', category],
  [
    '/admin/questions/all/s1/y19/t1',
    'Question',
    'GET /admin/questions/s1/t1/y19/all/all',
    question,
  ],
])('in %s', async (address, name, call, row) => {
  fakeApi({
    [call]: paged(row),
    'GET /admin/subject-years/detail/y19': { data: subjectYear() },
    'POST /admin/question-topic-sections': { data: [] },
  })
  renderAdmin(address)
  await userEvent.click(await box(`${name} 1`))
  await turn('Next page')
  expect(await box(`${name} 11`)).not.toBeChecked()
  const [all] = screen.getAllByRole('checkbox', { name: resourceTexts.selectAll })
  await userEvent.click(all as HTMLElement)
  expect(screen.getByText(resourceTexts.chosen(3))).toBeVisible()
  await turn(resourceTexts.deleteSelected)
  const dialog = await screen.findByRole('dialog')
  for (const n of [1, 11, 12]) expect(dialog).toHaveTextContent(`${name} ${n}`)
  await userEvent.click(within(dialog).getByRole('button', { name: 'No' }))

  await turn('Previous page')
  expect(await box(`${name} 1`)).toBeChecked()
  expect(await box(`${name} 2`)).not.toBeChecked()
  await turn(resourceTexts.clearChosen)
  expect(await box(`${name} 1`)).not.toBeChecked()
  expect(screen.queryByText(resourceTexts.chosen(3))).toBeNull()

  await userEvent.click(await box(`${name} 2`))
  await userEvent.type(screen.getByRole('searchbox'), 'x')
  await waitFor(() => expect(screen.queryByText(resourceTexts.chosen(1))).toBeNull())
  await userEvent.clear(screen.getByRole('searchbox'))
  await waitFor(async () => expect(await box(`${name} 2`)).not.toBeChecked())
})
