// Subjects changed by an administrator are announced on the next visit, until the student dismisses
// it.
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { examChoice, registration, subscription } from '@/testing/data'
import { api, jamb, press } from '@/testing/enrolment'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { subjectsChangedTexts } from './SubjectsChanged'

const own = registration(jamb)
const kept = own.subjects.slice(1).map(({ title }) => title)
const changed = {
  at: '2026-03-05T14:30:00.000Z',
  before: [...kept, 'Government'],
  refused: null,
}
const told = {
  ...api,
  'GET /me/exams': {
    data: [
      examChoice(jamb, {
        subscriptions: [subscription(jamb)],
        registration: { ...own, changed },
      }),
    ],
  },
}

it('names what was added and removed, and goes once it was read', async () => {
  const log = fakeApi({ ...told, [`POST /me/registrations/${own._id}/seen`]: { message: 'Seen.' } })
  renderStudent('/saved-subjects')
  expect(await screen.findByText(subjectsChangedTexts.title('JAMB UTME'))).toBeVisible()
  expect(screen.getByText(subjectsChangedTexts.removed('Government'))).toBeVisible()
  expect(screen.getByText(subjectsChangedTexts.added(own.subjects[0]?.title ?? ''))).toBeVisible()
  await press(subjectsChangedTexts.seen)
  await waitFor(() =>
    expect(screen.queryByText(subjectsChangedTexts.title('JAMB UTME'))).toBeNull(),
  )
  expect(log.some(({ path }) => path.endsWith('/seen'))).toBe(true)
})

it('says that a change was refused, and why', async () => {
  const refused = { asked: ['Biology', 'Government'], reason: 'Biology is full.' }
  const registration = {
    ...own,
    changed: { ...changed, before: own.subjects.map(({ title }) => title), refused },
  }
  const exam = examChoice(jamb, { subscriptions: [subscription(jamb)], registration })
  fakeApi({ ...told, 'GET /me/exams': { data: [exam] } })
  renderStudent('/saved-subjects')
  expect(await screen.findByText(subjectsChangedTexts.keptTitle('JAMB UTME'))).toBeVisible()
  expect(screen.getByText(/declined your change to Biology, Government/)).toBeVisible()
  expect(screen.getByText('Biology is full.')).toBeVisible()
})

it('stays where that could not be noted', async () => {
  fakeApi({ ...told, [`POST /me/registrations/${own._id}/seen`]: failure(503, 'down', 'Not now') })
  renderStudent('/saved-subjects')
  await screen.findByText(subjectsChangedTexts.title('JAMB UTME'))
  await press(subjectsChangedTexts.seen)
  expect(await screen.findByText('Not now')).toBeVisible()
  expect(screen.getByText(subjectsChangedTexts.title('JAMB UTME'))).toBeVisible()
})
