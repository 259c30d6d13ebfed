// The day of an exam, given and taken away by the keyboard.
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { queryClient } from '@/shared/api/queryClient'
import { student } from '@/testing/data'
import { fakeApi } from '@/testing/fakeApi'
import { ExamDays } from './ExamDays'
import { messages } from './messages'

const words = messages.home
const exam = { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' }

it('keeps the focus where its form opens and closes', async () => {
  fakeApi({
    'GET /get-saved-subjects/u1': {
      data: [{ _id: 'r1', exam, subjects: [], examDate: null }],
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
  const give = () => screen.findByRole('button', { name: words.giveDayOf('JAMB UTME') })
  expect(await give()).not.toHaveFocus()
  await userEvent.click(await give())
  await waitFor(() => expect(screen.getByLabelText(words.dayOf('JAMB UTME'))).toHaveFocus())
  await userEvent.click(screen.getByRole('button', { name: words.cancel }))
  await waitFor(async () => expect(await give()).toHaveFocus())
})
