// Practice with the questions on this device, from the start screen to the result: no call is made.
import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import { startedHere } from '@/shared/attempt/handOver'
import { lastChoices } from '@/shared/flow/lastChoices'
import { disconnect } from '@/shared/offline/database'
import { forgetClock } from '@/shared/offline/deviceClock'
import { inUseKey } from '@/shared/offline/inUse'
import { listTests } from '@/shared/offline/log'
import { lockSubjects, unlock } from '@/shared/offline/shelf'
import { maths, packOf, packs, question, stock } from '@/shared/offline/testing/world'
import { answers } from '@/testing/everything'
import { type Asked, fakeApi, offline } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'

beforeEach(async () => {
  await disconnect()
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('scrollTo', vi.fn())
  forgetClock()
  localStorage.setItem(inUseKey, '{}')
})

/** The browser says that there is no network. */
function unplug() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
}
/** What the server says of every test, once there is a network. */
const replies = (more: object) => (asked: Asked) => {
  if (!navigator.onLine) return offline()
  const { tests } = asked.body as { tests: { id: string }[] }
  return {
    data: tests.map(({ id }) => ({ id, correct: 0, total: 10, differences: [], ...more })),
  }
}
const start = () => screen.findByRole('button', { name: 'Start offline' })

it('offers what is on the device and says why the rest is missing', async () => {
  await stock(
    'u1',
    packs.filter(({ year, subject }) => year === 2019 || subject === maths),
  )
  await lockSubjects('u1', 'mock1', ['s2'])
  fakeApi(answers)
  unplug()
  renderStudent('/practise')
  expect(await start()).toBeEnabled()
  expect(
    screen.getByText('You are offline. Practise with the questions on this device.'),
  ).toBeVisible()
  const subjects = screen.getByRole('group', { name: /^Subjects?/ })
  expect(within(subjects).getByRole('checkbox', { name: /Mathematics/ })).toBeChecked()
  const physics = within(subjects).getByRole('checkbox', { name: /Physics/ })
  expect(physics).toBeDisabled()
  expect(subjects).toHaveTextContent('closed until your mock result is out')
  const years = screen.getByRole('group', { name: 'Year' })
  expect(within(years).getAllByRole('radio')).toHaveLength(2)
  expect(screen.getByRole('radio', { name: /Your mistakes \(0\)/ })).toBeDisabled()
  expect(screen.getByText('10 questions.')).toBeVisible()
  await userEvent.click(screen.getByRole('checkbox', { name: /Mathematics/ }))
  await userEvent.click(await start())
  expect(screen.getByRole('alert')).toHaveTextContent(/subject/i)
  expect(await listTests('u1')).toEqual([])
})

it('offers no more questions than a trial brought, and leaves whole papers to plans', async () => {
  const list = packs.map(({ _id, subject, year, revision }) => ({
    ...{ _id, subject, year, revision, questions: 10, bytes: 1_000, pictures: 0, locked: false },
  }))
  await stock('u1', packs, { trial: true, packs: list })
  fakeApi(answers)
  unplug()
  renderStudent('/practise')
  await start()
  const offered = () =>
    within(screen.getByRole('group', { name: /^Number of questions/ }))
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent)
  // Its ten questions are shared out among two subjects.
  expect(offered()).toEqual(['5'])
  await userEvent.click(screen.getByRole('checkbox', { name: /Physics/ }))
  expect(offered()).toEqual(['10'])
})

it('offers the numbers of questions that the year on this device has', async () => {
  const of = (count: number) =>
    packOf(
      maths,
      // Packs of the same id may still be open from another test.
      2016,
      Array.from({ length: count }, (_, n) => question(`q${n}`)),
    )
  await stock('u1', [of(25)])
  fakeApi(answers)
  unplug()
  renderStudent('/practise')
  await start()
  const counts = screen.getByRole('group', { name: /^Number of questions/ })
  expect(within(counts).getByRole('radio', { name: '20' })).toBeVisible()
  expect(within(counts).queryByRole('radio', { name: '40' })).toBeNull()
  expect(within(counts).getByRole('radio', { name: 'Whole paper' })).toBeVisible()
})

it('shuts a subject as soon as a mock of it runs', async () => {
  await stock('u1')
  fakeApi(answers)
  renderStudent('/practise?offline=bank')
  await start()
  const physics = () => screen.getByRole('checkbox', { name: /Physics/ })
  expect(physics()).toBeEnabled()
  await act(() => lockSubjects('u1', 'mock1', ['s2']))
  await waitFor(() => expect(physics()).toBeDisabled())
  expect(physics()).not.toBeChecked()
  await act(() => unlock('u1', 'mock1'))
  await waitFor(() => expect(physics()).toBeEnabled())
})

it('starts, is answered, marked and shown with its explanations, without a call', async () => {
  await stock('u1')
  const log = fakeApi(answers)
  unplug()
  const user = userEvent.setup()
  const router = renderStudent('/practise')
  await start()
  await user.click(screen.getByRole('radio', { name: 'Practice' }))
  await user.click(screen.getByRole('checkbox', { name: /Physics/ }))
  await user.click(screen.getByRole('radio', { name: '2018' }))
  const calls = log.length
  const reads = vi.spyOn(IDBObjectStore.prototype, 'get')
  await user.click(await start())
  await screen.findByRole('heading', { name: 'Question 1 of 10' })
  // Handed over: the window has not read its paper from the device.
  expect(reads.mock.calls.filter(([key]) => String(key).includes('paper.'))).toEqual([])
  expect(startedHere.test).toBeNull()
  expect(router.state.location.search).toMatch(/^\?attempt=offline-/)
  await user.keyboard('a')
  await screen.findByText(/^Saved on this device \d\d:\d\d$/)
  await user.keyboard('nb')
  await user.keyboard('s')
  await user.keyboard('y')
  await screen.findByText('Practised offline')
  expect(await screen.findByText(/^Waiting to be sent\./)).toBeVisible()
  expect(await screen.findByRole('heading', { name: /1 of 10 right/ })).toBeVisible()
  expect(await screen.findByText('Why s1-2018-2 is a.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Same test again/ })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'View Corrections' }))
  await screen.findByRole('heading', { name: 'Corrections: Practice' })
  expect(await screen.findByText('Why s1-2018-1 is a.')).toBeVisible()
  expect(log.slice(calls).filter(({ path }) => !path.includes('/me'))).toEqual([])
  const [test] = await listTests('u1')
  expect(test).toMatchObject({ state: 'ended', year: 2018, minutes: 15 })
})

it('lets a student of two universities choose among those that are on the device', async () => {
  const post = { _id: 'post', title: 'POST UTME', slug: 'post-utme' }
  for (const [_id, title] of [
    ['ui', 'University of Ibadan'],
    ['unilag', 'University of Lagos'],
  ] as const)
    await stock(
      'u1',
      [{ ...packOf(maths, 2019, [question(`${_id}-1`)]), exam: post }],
      { due: [`${_id}-1`] },
      { _id, title },
    )
  fakeApi(answers)
  unplug()
  const user = userEvent.setup()
  const router = renderStudent('/dashboard')
  const today = await screen.findByRole('region', { name: 'Today, offline' })
  for (const title of ['University of Ibadan', 'University of Lagos'])
    await within(today).findByRole('button', {
      name: `Start today’s questions for POST UTME (${title}) offline`,
    })
  await act(() => router.navigate('/practise'))
  await start()
  const universities = screen.getByRole('group', { name: 'University' })
  expect(within(universities).getByRole('radio', { name: 'University of Ibadan' })).toBeChecked()
  await user.click(within(universities).getByRole('radio', { name: 'University of Lagos' }))
  await user.click(await start())
  await screen.findByRole('heading', { name: 'Question 1 of 1' })
  const [test] = await listTests('u1')
  expect(test).toMatchObject({
    ...{ university: 'unilag', questions: [{ id: 'unilag-1' }] },
    packs: [{ _id: 's1-2019' }],
  })
  // The next start begins with it.
  expect(lastChoices('post')?.university).toBe('unilag')
})

it('has today’s questions and the mistakes on the dashboard', async () => {
  await stock('u1', packs, { due: ['s1-2019-1', 's2-2018-2'], mistakes: ['s1-2019-3'] })
  fakeApi(answers)
  unplug()
  const user = userEvent.setup()
  renderStudent('/dashboard')
  const today = await screen.findByRole('region', { name: 'Today, offline' })
  expect(await within(today).findByText('2 questions to repeat')).toBeVisible()
  expect(within(today).getByRole('link', { name: 'Practise the one you missed' })).toHaveAttribute(
    'href',
    '/practise?offline=mistakes',
  )
  expect(screen.queryByRole('region', { name: 'Today' })).toBeNull()
  await user.click(await within(today).findByRole('button', { name: /^Start today’s questions/ }))
  await screen.findByRole('heading', { name: 'Question 1 of 1' })
})

it('hands in when the network is back, and shows the result of the server then', async () => {
  await stock('u1')
  const result = answers['GET /get-result-data/quiz1']
  fakeApi({
    ...answers,
    'POST /me/offline': replies({ state: 'stored', quizId: 'quiz1', message: '' }),
    'GET /get-result-data/quiz1': {
      ...result,
      quiz: {
        ...result.quiz,
        offline: {
          ...{ deviceCorrect: 1, receivedAt: '2026-03-05T14:30:00.000Z', leftOut: 0 },
          differences: [{ question: 's1-2019-1', right: false }],
        },
      },
    },
  })
  unplug()
  const user = userEvent.setup()
  const router = renderStudent('/practise')
  await user.click(await start())
  await screen.findByRole('heading', { name: /^Question 1 of/ })
  await user.keyboard('a')
  await screen.findByText(/^Saved on this device/)
  await user.keyboard('s')
  await user.keyboard('y')
  await screen.findByText(/^Waiting to be sent\./)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(router.state.location.pathname).toBe('/practice-results/quiz1'))
  expect(await screen.findByText('Sabi has received this test.')).toBeVisible()
  expect(screen.getByText(/The answer key of 1 question was corrected/)).toBeVisible()
  await waitFor(async () => expect(await listTests('u1')).toEqual([]))
})

it('keeps a refused test with its message until the student deletes it', async () => {
  await stock('u1')
  fakeApi({
    ...answers,
    'POST /me/offline': replies({
      ...{ state: 'refused', quizId: null },
      message: 'It was not downloaded by you.',
    }),
  })
  const user = userEvent.setup()
  const router = renderStudent('/practise?offline=bank')
  await user.click(await start())
  await screen.findByRole('heading', { name: /^Question 1 of/ })
  await user.keyboard('b')
  await screen.findByText(/^Saved on this device/)
  await user.keyboard('s')
  await user.keyboard('y')
  expect(await screen.findByText(/It was not downloaded by you\./)).toBeVisible()
  await act(() => router.navigate('/results'))
  const region = await screen.findByRole('region', { name: 'Tests taken offline' })
  await user.click(within(region).getByRole('button', { name: /^Delete JAMB UTME/ }))
  await user.click(await screen.findByRole('button', { name: 'Keep it' }))
  expect(await listTests('u1')).toHaveLength(1)
  await user.click(within(region).getByRole('button', { name: /^Delete JAMB UTME/ }))
  await user.click(await screen.findByRole('button', { name: 'Delete for good' }))
  await waitFor(async () => expect(await listTests('u1')).toEqual([]))
})

it('offers the questions on this device where a start finds no network', async () => {
  await stock('u1')
  fakeApi({ ...answers, 'POST /attempts': offline() })
  const user = userEvent.setup()
  const router = renderStudent('/practise')
  await user.click(await screen.findByRole('button', { name: 'Start' }))
  await user.click(
    await screen.findByRole('link', { name: 'Practise with the questions on this device' }),
  )
  expect(await start()).toBeEnabled()
  await user.click(screen.getByRole('button', { name: 'Practise online instead' }))
  expect(await screen.findByRole('button', { name: 'Start' })).toBeEnabled()
  expect(router.state.location.search).toBe('')
})
