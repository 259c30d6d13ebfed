// The day of an exam, given and taken away by the keyboard.
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { queryClient } from '@/shared/api/client'
import { student } from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { ExamDays } from './ExamDays'
import { studentHomeTexts } from './messages'

const exam = { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' }

it('keeps the focus where its form opens and closes', async () => {
  fakeApi({
    'GET /get-saved-subjects/u1': {
      data: [{ _id: 'r1', exam, subjects: [], examDate: null, realScore: null }],
      total: 1,
    },
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <ExamDays user={student} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const give = () => screen.findByRole('button', { name: studentHomeTexts.giveDayOf('JAMB UTME') })
  expect(await give()).not.toHaveFocus()
  await userEvent.click(await give())
  await waitFor(() =>
    expect(screen.getByLabelText(studentHomeTexts.dayOf('JAMB UTME'))).toHaveFocus(),
  )
  await userEvent.click(screen.getByRole('button', { name: studentHomeTexts.cancel }))
  await waitFor(async () => expect(await give()).toHaveFocus())
})

it('takes the score of a JAMB exam that is over, and refuses what is no score', async () => {
  let realScore: number | null = null
  const row = () => ({ _id: 'r1', exam, subjects: [], examDate: '2026-01-02', realScore })
  let isBroken = true
  const asked = fakeApi({
    'GET /get-saved-subjects/u1': () => ({ data: [row()], total: 1 }),
    'PUT /me/exams/jamb/real-score': ({ body }) => {
      if (isBroken) return failure(503, 'unavailable', 'Try again in a minute.')
      realScore = (body as { score: number | null }).score
      return { data: row() }
    },
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <ExamDays user={student} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await userEvent.click(
    await screen.findByRole('button', { name: studentHomeTexts.giveScoreOf('JAMB UTME') }),
  )
  const field = await screen.findByLabelText(studentHomeTexts.realScoreOf('JAMB UTME'))
  for (const wrong of ['', '401', 'abc', '26.7']) {
    await userEvent.clear(field)
    if (wrong) await userEvent.type(field, wrong)
    await userEvent.click(screen.getByRole('button', { name: studentHomeTexts.keepDay }))
    expect(await screen.findByText(studentHomeTexts.wrongScore)).toBeVisible()
  }
  expect(asked.filter(({ method }) => method === 'PUT')).toEqual([])
  await userEvent.clear(field)
  await userEvent.type(field, '267')
  await userEvent.click(screen.getByRole('button', { name: studentHomeTexts.keepDay }))
  expect(await screen.findByText('Try again in a minute.')).toBeVisible()
  expect(field).toHaveValue('267')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: studentHomeTexts.keepDay }))
  expect(await screen.findByText(/You scored 267 of 400/)).toBeVisible()
})
