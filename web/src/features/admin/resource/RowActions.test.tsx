// Rows ticked on one page of a list are still ticked on the next.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { bankQuestion, subjectYear } from '@/testing/data'
import { type Asked, failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { bulkTexts, reviewTexts } from '../bank/messages'
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

const lists = [
  ['/admin/categories', 'Category', 'GET /admin/categories', category],
  [
    '/admin/questions/all/s1/y19/t1',
    'Question',
    'GET /admin/questions/s1/t1/y19/all/all',
    question,
  ],
] as const
const place = {
  'GET /admin/subject-years/detail/y19': { data: subjectYear() },
  'POST /admin/question-topic-sections': { data: [] },
}

it.each(lists)('in %s', async (address, name, call, row) => {
  fakeApi({ ...place, [call]: paged(row) })
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

it.each(lists)('in %s, also when another row is deleted', async (address, name, call, row) => {
  const rows = [row(1), row(2), row(3)]
  fakeApi({
    ...place,
    [call]: () => ({ data: rows, total: rows.length }),
    [`DELETE /admin/${name === 'Question' ? 'questions' : 'categories'}/q3`]: () => {
      rows.pop()
      return { message: 'Deleted' }
    },
  })
  renderAdmin(address)
  for (const n of [1, 2, 3]) await userEvent.click(await box(`${name} ${n}`))
  await turn(resourceTexts.deleteRow(`${name} 3`))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Yes' }))
  await waitFor(() => expect(screen.getByText(resourceTexts.chosen(2))).toBeVisible())
  expect(await box(`${name} 1`)).toBeChecked()
})

it('stays for the rows that a change of several has failed for', async () => {
  const [, , call, row] = lists[1]
  fakeApi({
    ...place,
    [call]: { data: [row(1), row(2)], total: 2 },
    'PUT /admin/questions/update/q1': failure(409, 'changed', 'Changed meanwhile.'),
    'PUT /admin/questions/update/q2': { data: row(2), message: '' },
  })
  renderAdmin(lists[1][0])
  for (const n of [1, 2]) await userEvent.click(await box(`Question ${n}`))
  await turn(bulkTexts.retire)
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/Changed meanwhile/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: bulkTexts.close }))
  await waitFor(() => expect(screen.getByText(resourceTexts.chosen(1))).toBeVisible())
  expect(await box('Question 1')).toBeChecked()
  expect(await box('Question 2')).not.toBeChecked()
})

it('has the version of a row that was changed after it was ticked', async () => {
  const [address, , call] = lists[1]
  let version = 1
  const log = fakeApi({
    ...place,
    [call]: ({ query }) =>
      query.get('page') === '2'
        ? { data: [question(11)], total: 12 }
        : { data: [bankQuestion(1, { question: 'Question 1', version })], total: 12 },
    'PUT /admin/questions/update/q1': () => {
      version += 1
      return { data: question(1), message: '' }
    },
  })
  renderAdmin(address)
  await userEvent.click(await box('Question 1'))
  await userEvent.click(screen.getByRole('switch'))
  const reads = () => log.filter(({ method, path }) => `${method} ${path}` === call)
  await waitFor(() => expect(reads()).toHaveLength(2))
  await turn('Next page')
  await box('Question 11')
  await turn(reviewTexts.check)
  await waitFor(() =>
    expect(log.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
      review: 'checked',
      version: 2,
    }),
  )
})
