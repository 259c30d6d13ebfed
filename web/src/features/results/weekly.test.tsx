// The offer of the weekly mail beside a result.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { quiz } from '@/testing/data'
import { fakeApi } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { weeklyTexts } from './WeeklyOffer'

const result = {
  'GET /get-result-data/quiz1': {
    quiz: quiz({ questionCount: 1, correctCount: 1 }),
    subjectResults: [],
    advices: [],
  },
}

it.each([
  [weeklyTexts.accept, true, weeklyTexts.accepted],
  [weeklyTexts.decline, false, weeklyTexts.declined],
])('%s is stored, and not asked again on this device', async (button, isOn, said) => {
  localStorage.clear()
  const log = fakeApi({
    ...result,
    'GET /me/weekly-mail': { data: { isOn: null } },
    'PUT /me/weekly-mail': ({ body }) => ({ data: body }),
  })
  renderStudent('/practice-results/quiz1')
  await userEvent.click(await screen.findByRole('button', { name: button }))
  const status = await screen.findByText(said)
  await waitFor(() => expect(status).toHaveFocus())
  expect(log.find(({ method }) => method === 'PUT')?.body).toEqual({ isOn })
  await waitFor(() => expect(localStorage.getItem('sabi.weekly-mail.u1')).toBe('decided'))
})

it('is not made to a student who decided elsewhere', async () => {
  localStorage.clear()
  fakeApi({ ...result, 'GET /me/weekly-mail': { data: { isOn: false } } })
  renderStudent('/practice-results/quiz1')
  await waitFor(() => expect(localStorage.getItem('sabi.weekly-mail.u1')).toBe('decided'))
  expect(screen.queryByText(weeklyTexts.text)).toBeNull()
})
