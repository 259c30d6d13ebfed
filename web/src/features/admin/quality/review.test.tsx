// Comments on questions and theory questions and their earlier versions, on their pages.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { bankQuestion, subjectYear } from '@/testing/data'
import { type Asked, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { bankFormTexts } from '../bank/messages'
import { commentsTexts, historyTexts, insightTexts, keyTexts, versionsTexts } from './messages'

const question = bankQuestion(1, { version: 4 })
const at = '2026-03-05T14:30:00.000Z'
const path = '/admin/questions/edit/s1/y19/q1/t1'

const page = {
  'GET /admin/subject-years/detail/y19': { data: subjectYear() },
  'POST /admin/question-topic-sections': { data: [] },
  'GET /admin/questions/s1/y19/q1': { data: question },
  'GET /admin/questions/s1/t1/y19/all/all': { data: [question], total: 1 },
  'POST /admin/questions/similar': { data: [] },
  'GET /admin/audit': { data: [], total: 0 },
}

it('takes a comment, and lets its author delete it', async () => {
  const words = commentsTexts
  let rows: unknown[] = []
  const comment = {
    _id: 'c1',
    text: 'Is it kW?',
    author: 'Ada Obi',
    createdAt: at,
    canDelete: true,
  }
  const log = fakeApi({
    ...page,
    'GET /admin/questions/q1/comments': () => ({ data: rows, total: rows.length }),
    'POST /admin/questions/q1/comments': () => {
      rows = [comment]
      return { data: comment, message: 'Comment added.' }
    },
    'DELETE /admin/questions/q1/comments/c1': () => {
      rows = []
      return { message: 'Comment deleted.' }
    },
  })
  renderAdmin(path)
  await userEvent.click(await screen.findByRole('tab', { name: words.title }))
  expect(await screen.findByText(words.none)).toBeVisible()
  await userEvent.type(screen.getByRole('textbox', { name: words.write }), 'Is it kW?')
  await userEvent.click(screen.getByRole('button', { name: words.add }))
  const list = within(await screen.findByRole('list', { name: words.title }))
  expect(list.getByText('Is it kW?')).toBeVisible()
  expect(
    log.find(({ method, path }) => method === 'POST' && path.endsWith('comments'))?.body,
  ).toEqual({ text: 'Is it kW?' })
  await userEvent.click(list.getByRole('button', { name: /^Delete the comment of Ada Obi/ }))
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: /^Yes|Delete/ }),
  )
  expect(await screen.findByText(words.none)).toBeVisible()
})

it('keeps what is typed while a comment is sent', async () => {
  let answer: (sent: Record<string, unknown>) => void = () => undefined
  fakeApi({
    ...page,
    'GET /admin/questions/q1/comments': { data: [], total: 0 },
    'POST /admin/questions/q1/comments': () =>
      new Promise<Record<string, unknown>>((resolve) => {
        answer = resolve
      }),
  })
  renderAdmin(path)
  await userEvent.click(await screen.findByRole('tab', { name: commentsTexts.title }))
  const field = await screen.findByRole('textbox', { name: commentsTexts.write })
  await userEvent.type(field, 'Is it kW?')
  await userEvent.click(screen.getByRole('button', { name: commentsTexts.add }))
  await userEvent.type(field, ' Or W?')
  answer({ message: 'Comment added.' })
  expect(await screen.findByText('Comment added.')).toBeVisible()
  expect(field).toHaveValue('Is it kW? Or W?')
})

it('shows an earlier version beside the question, and restores it with its key', async () => {
  const words = versionsTexts
  const version = {
    version: 2,
    replacedAt: at,
    replacedBy: 'Ada Obi',
    title: question.title,
    passage: null,
    group: null,
    question: '<p>An older stem</p>',
    options: question.options.map(({ option }) => option),
    correct: 1,
    description: question.description,
    logo: null,
  }
  const log = fakeApi({
    ...page,
    'GET /admin/questions/q1/versions': { data: [version] },
    'PUT /admin/questions/q1/key': { affected: 2, moved: 0, changed: [] },
    'PUT /admin/questions/update/q1': ({ body }: Asked) => ({
      data: { ...question, ...(body as object), version: 5 },
      message: 'Updated.',
    }),
  })
  renderAdmin(path)
  await userEvent.click(await screen.findByRole('tab', { name: insightTexts.history }))
  await userEvent.click(await screen.findByText(/^Version 2, replaced/))
  const region = within(screen.getByRole('region', { name: words.title }))
  expect(region.getByText('An older stem')).toBeVisible()
  expect(region.getByText(words.key)).toBeVisible()
  expect(region.queryByText(words.explanation)).toBeNull()
  await userEvent.click(region.getByRole('button', { name: words.restore }))
  // The other key re-marks results, which is shown first.
  const dialog = within(await screen.findByRole('dialog', { name: keyTexts.moves }))
  await waitFor(() => expect(dialog.getByRole('button', { name: keyTexts.save })).toBeEnabled())
  await userEvent.click(dialog.getByRole('button', { name: keyTexts.save }))
  expect(await screen.findByText(words.restored)).toBeVisible()
  const sent = log.find(({ path }) => path === '/admin/questions/update/q1')?.body
  expect(sent).toMatchObject({ question: '<p>An older stem</p>', correct_answer: 1, version: 4 })
})

it('shows earlier model answers beside the present ones, and restores them', async () => {
  const words = versionsTexts
  const texts = { question: '<p>Why?</p>', description: '<p>So.</p>', logo: null }
  let theory = {
    ...texts,
    _id: 'th1',
    title: 'Essay 1',
    detailed_answer: '<p>Because so.</p>',
    status: true,
    review: 'draft',
    university: [],
    subject: question.subject,
    topic: question.topic,
    section: question.section,
    year: question.year,
    version: 4,
    createdAt: at,
  }
  const older = { ...texts, title: 'Essay 1', detailed_answer: '<p>An older answer.</p>' }
  const log = fakeApi({
    ...page,
    'GET /admin/theory/s1/y19/th1': () => ({ data: theory }),
    'GET /admin/theories/th1/versions': {
      data: [{ ...older, version: 3, replacedAt: at, replacedBy: null }],
    },
    'PUT /admin/theories/update/th1': ({ body }: Asked) => {
      theory = { ...theory, ...(body as object), version: 5 }
      return { data: theory, message: 'Updated.' }
    },
  })
  renderAdmin('/admin/theories/edit/s1/y19/th1')
  await userEvent.click(await screen.findByRole('tab', { name: insightTexts.history }))
  expect(await screen.findByText(historyTexts.nothing)).toBeVisible()
  await userEvent.click(await screen.findByText(/^Version 3, replaced/))
  const region = within(screen.getByRole('region', { name: words.title }))
  expect(region.getByText('An older answer.')).toBeVisible()
  expect(region.getByText(bankFormTexts.detailedAnswer)).toBeVisible()
  expect(region.queryByText(bankFormTexts.answer)).toBeNull()
  await userEvent.click(region.getByRole('button', { name: words.restore }))
  expect(await screen.findByText(words.restored)).toBeVisible()
  expect(await region.findByText(words.same)).toBeVisible()
  const called = (path: string) => log.filter((one) => one.path === path)
  expect(called('/admin/theories/update/th1').map(({ body }) => body)).toEqual([
    { ...older, version: 4 },
  ])
  expect(Object.fromEntries(called('/admin/audit')[0]?.query ?? [])).toMatchObject({
    entity: 'theory',
    record: 'th1',
  })
})
