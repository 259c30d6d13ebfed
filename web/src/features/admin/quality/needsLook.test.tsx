// The questions that need a look, one after the other.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { bankQuestion } from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { keyTexts, needsLookTexts } from './messages'

const exam = { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' }

const look = (n: number, kind = 'no-explanation') => ({
  question: bankQuestion(n, { version: n }),
  exam,
  concerns: [{ kind, reason: `Reason ${n}`, other: null, option: null }],
})

/** A queue on the server that loses what is done with. */
function queue(rows = [look(1), look(2), look(3)]) {
  const left = [...rows]
  const done = (id: string | undefined) => {
    const at = left.findIndex(({ question }) => question._id === id)
    if (at !== -1) left.splice(at, 1)
  }
  const log = fakeApi({
    'GET /admin/needs-a-look': ({ query }: { query: URLSearchParams }) => {
      const page = Number(query.get('page'))
      return {
        data: left.slice(page - 1, page),
        total: left.length,
        counts: [{ kind: 'no-explanation', questions: left.length }],
        checking: 0,
      }
    },
    'PUT /admin/needs-a-look/q1': () => {
      done('q1')
      return { message: 'Marked as fine.' }
    },
    'PUT /admin/needs-a-look/q2': failure(409, 'changed', 'Somebody changed it.'),
    'PUT /admin/questions/update/q2': () => {
      done('q2')
      return { data: bankQuestion(2), message: 'Updated.' }
    },
    'GET /admin/exams': { data: [exam] },
  })
  const router = renderAdmin('/admin/needs-a-look')
  return { log, router }
}

it('shows why, and opens the next one when one is found fine', async () => {
  const { log } = queue()
  expect(await screen.findByText('Reason 1')).toBeVisible()
  expect(screen.getByText(needsLookTexts.position('1', '3'), { exact: false })).toBeInTheDocument()
  const why = within(screen.getByRole('list', { name: needsLookTexts.why }))
  expect(why.getByText(needsLookTexts.kinds['no-explanation'])).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: needsLookTexts.fine }))
  expect(await screen.findByText('Reason 2')).toBeVisible()
  expect(log.find(({ method }) => method === 'PUT')?.body).toEqual({ version: 1 })
})

it('is worked through with single keys', async () => {
  const { log, router } = queue()
  expect(await screen.findByText('Reason 1')).toBeVisible()
  await userEvent.keyboard('j')
  expect(await screen.findByText('Reason 2')).toBeVisible()
  expect(router.state.location.search).toBe('?page=2')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: needsLookTexts.retire })).toBeEnabled(),
  )
  await userEvent.keyboard('r')
  expect(await screen.findByText('Reason 3')).toBeVisible()
  expect(log.find(({ method }) => method === 'PUT')?.body).toEqual({ status: false, version: 2 })
  // Caps Lock is on.
  await userEvent.keyboard('K')
  expect(await screen.findByText('Reason 1')).toBeVisible()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: needsLookTexts.correct })).toBeEnabled(),
  )
  await userEvent.keyboard('c')
  expect(await screen.findByRole('dialog', { name: keyTexts.title })).toBeVisible()
})

it('does not open the question before while the next one loads', async () => {
  const { router } = queue()
  expect(await screen.findByText('Reason 1')).toBeVisible()
  await userEvent.keyboard('je')
  expect(await screen.findByText('Reason 2')).toBeVisible()
  expect(router.state.location.pathname).toBe('/admin/needs-a-look')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: needsLookTexts.retire })).toBeEnabled(),
  )
  await userEvent.keyboard('e')
  await waitFor(() => expect(router.state.location.pathname).toContain('/q2/'))
})

it('names the earlier question, and says when nothing is left', async () => {
  const twin = look(1, 'duplicate')
  const [concern] = twin.concerns
  if (concern) {
    Object.assign(concern, {
      other: {
        _id: 'q9',
        title: 'Q9',
        question: '<p>The same one</p>',
        year: { _id: 'y12', title: '2012' },
        likeness: 'same',
      },
    })
  }
  queue([twin])
  expect(await screen.findByText('The same one')).toBeVisible()
  expect(screen.getByRole('link', { name: needsLookTexts.otherOf('2012') })).toHaveAttribute(
    'href',
    '/admin/questions/q9',
  )
  await userEvent.click(screen.getByRole('button', { name: needsLookTexts.fine }))
  expect(await screen.findByText(needsLookTexts.none)).toBeVisible()
})

it('says that somebody else has changed the question', async () => {
  queue([look(2)])
  await userEvent.click(await screen.findByRole('button', { name: needsLookTexts.fine }))
  expect(await screen.findByText('Somebody changed it.')).toBeVisible()
})

it('narrows by kind, and starts again at the first', async () => {
  const { log, router } = queue()
  await screen.findByText('Reason 1')
  await userEvent.click(screen.getByRole('button', { name: /^No explanation/ }))
  await waitFor(() => expect(router.state.location.search).toContain('kind=no-explanation'))
  await waitFor(() =>
    expect(
      log
        .filter(({ path }) => path === '/admin/needs-a-look')
        .at(-1)
        ?.query.get('kind'),
    ).toBe('no-explanation'),
  )
})

it('suggests the option that strong students prefer to the key', async () => {
  const doubted = look(1, 'wrong-key')
  const [concern] = doubted.concerns
  if (concern) Object.assign(concern, { option: 'q1C' })
  const { log } = queue([doubted])
  await userEvent.click(await screen.findByRole('button', { name: needsLookTexts.correct }))
  const dialog = within(await screen.findByRole('dialog', { name: keyTexts.title }))
  expect(dialog.getByRole('radio', { name: /Opt C/ })).toBeChecked()
  expect(dialog.getByRole('button', { name: keyTexts.look })).toBeEnabled()
  expect(log.filter(({ method }) => method !== 'GET')).toEqual([])
})
