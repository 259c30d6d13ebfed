// The warm-up: the real window with five questions, and nothing that reaches the server.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeApi } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { answers, createWarmUp, paper, questionIds } from './WarmUp'

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('scrollTo', vi.fn())
})

const number = (n: number) => screen.findByRole('heading', { name: `Question ${n} of 5` })

it('has questions with one right option each', () => {
  const questions = paper.subjects.flatMap((subject) => subject.questions)
  expect(questions).toHaveLength(5)
  for (const { _id, options } of questions) {
    expect(new Set(options.map(({ option }) => option)).size).toBe(4)
    expect(options.map((option) => option._id)).toContain(answers[_id])
  }
})

it('speaks of no keys where there is no keyboard', async () => {
  const { matchMedia } = window
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...matchMedia(query),
    matches: query === '(pointer: coarse)',
  }))
  fakeApi({})
  renderStudent('/warm-up')
  await number(1)
  expect(screen.getByText(/^Tap an option/)).toBeVisible()
  expect(screen.queryByText(/mouse/)).toBeNull()
})

it('is walked through by keys, says what is done, and ends with the number of right answers', async () => {
  const log = fakeApi({})
  const user = userEvent.setup()
  renderStudent('/warm-up')
  await number(1)
  expect(screen.getByText(/Press an option/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /broken/i })).toBeNull()
  expect(screen.queryByRole('link', { name: /list/i })).toBeNull()
  await user.click(screen.getByRole('radio', { name: /12/ }))
  expect(await screen.findByText(/That is how you choose/)).toBeVisible()
  await user.keyboard('n')
  await number(2)
  await user.keyboard('b')
  expect(await screen.findByText(/The keys choose an option/)).toBeVisible()
  await user.keyboard('n')
  await number(3)
  expect(screen.getByText(/P to the previous one/)).toBeVisible()
  await user.keyboard('p')
  await number(2)
  await user.keyboard('n')
  expect(await screen.findByText(/You can go back at any time/)).toBeVisible()
  await user.keyboard('an')
  await number(4)
  await user.click(screen.getByRole('button', { name: 'Mark for Review' }))
  expect(await screen.findByText(/The flag stays/)).toBeVisible()
  await user.keyboard('an')
  await number(5)
  await user.keyboard('bs')
  await user.keyboard('y')
  expect(await screen.findByRole('heading', { name: 'You are ready' })).toBeVisible()
  expect(screen.getByText(/You got 4 of 5 right/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try them again' }))
  await number(1)
  expect(screen.getByRole('radio', { name: /12/ })).not.toBeChecked()
  // Nothing is sent.
  expect(log).toEqual([])
  expect(Object.keys(localStorage).filter((key) => key.includes('warm-up'))).toEqual([])
})

it('can be skipped, and is not offered a second time', async () => {
  fakeApi({})
  const router = renderStudent('/warm-up')
  await number(1)
  await userEvent.click(screen.getByRole('button', { name: 'Skip the warm-up' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/practise'))
  expect(localStorage.getItem('sabi.warmUpSeen')).toBe('true')
})

it('leads back where nothing was answered', async () => {
  fakeApi({})
  const user = userEvent.setup()
  const router = renderStudent('/warm-up')
  await number(1)
  await user.keyboard('s')
  await user.keyboard('y')
  await waitFor(() => expect(router.state.location.pathname).toBe('/practise'))
})

it('asks its own server how it stands without losing an answer', async () => {
  const { test } = createWarmUp('u1')
  const stop = test.start()
  const [first = '', second = ''] = questionIds
  test.answer(first, 'question', answers[first] ?? '')
  test.answer(second, 'question', answers[second] ?? '')
  test.review(second, true)
  await waitFor(() => expect(test.store.getState().outbox.revision).toBeGreaterThan(0))
  // As after a long sleep of the device.
  test.store.setState({ fresh: false })
  window.dispatchEvent(new Event('focus'))
  test.answer(first, 'question', null)
  await waitFor(() => expect(test.store.getState().fresh).toBe(true))
  const { outbox } = test.store.getState()
  expect(outbox.answers[second]?.value).toBe(answers[second])
  expect(outbox.review[second]?.value).toBe(true)
  stop()
})
