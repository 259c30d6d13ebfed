// The tools in an open test window: an answer that is photographs alone counts as answered, and the test is
// submitted only once the photographs are there.
import 'fake-indexeddb/auto'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '@/shared/api/client'
import { NoAnswer } from '@/shared/api/errors'
import type { User } from '@/shared/api/types'
import type { AttemptApi } from '@/shared/attempt/api'
import { attemptOf } from '@/shared/attempt/testing/fixtures'
import { ModelServer } from '@/shared/attempt/testing/modelServer'
import { useSession } from '@/shared/session/useSession'
import { testTexts } from '../messages'
import { TestPage } from '../window/TestPage'
import { essayTexts } from './EssayTools'

const server = vi.hoisted(() => ({ api: {} as AttemptApi }))
vi.mock('@/shared/attempt/api', async (original) => ({
  ...(await original<typeof import('@/shared/attempt/api')>()),
  attemptApi: new Proxy({}, { get: (_, name: keyof AttemptApi) => server.api[name] }),
}))
vi.mock('@/shared/session/session', () => ({ loadSession: async () => undefined }))
vi.mock('@/shared/attempt/photographs/compress', () => ({
  compress: async () => new Blob(['small']),
}))

const photographs = vi.hoisted(() => ({ open: true, puts: 0 }))
vi.mock('@/shared/attempt/photographs/calls', () => {
  const call = async () => {
    if (!photographs.open) throw new NoAnswer('offline')
  }
  const put = () => {
    photographs.puts += 1
    return call()
  }
  return { photographCalls: { list: async () => [], put, remove: call } }
})

let model: ModelServer

beforeEach(() => {
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
  photographs.open = true
  useSession
    .getState()
    .signedIn({ _id: 'u1', role: 'user', first_name: 'Ada', last_name: 'Eze' } as User)
})

async function show() {
  const deadline = new Date(Date.now() + 60 * 60_000).toISOString()
  const attempt = attemptOf({ _id: crypto.randomUUID(), deadline, examType: 'both' })
  model = new ModelServer(attempt)
  model.now = Date.now()
  server.api = model.api
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <Notifications />
            <Outlet />
          </>
        ),
        children: [
          { path: '/objective-questions', element: <TestPage /> },
          { path: '*', element: <p>the next page</p> },
        ],
      },
    ],
    { initialEntries: [`/objective-questions?attempt=${attempt._id}`] },
  )
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByRole('heading', { name: 'Question 1 of 2' })
  const user = userEvent.setup()
  await user.click(screen.getByRole('tab', { name: testTexts.subjective }))
  return user
}

const box = () => screen.findByRole('textbox', { name: /Your answer/ })
const pick = () => screen.findByLabelText(essayTexts.choose)
const picture = new File(['large'], 'a.jpg', { type: 'image/jpeg' })

it('counts photographs alone as an answer, until the last one is taken away', async () => {
  const user = await show()
  await user.upload(await pick(), picture)
  await waitFor(async () => expect(await box()).toHaveValue(essayTexts.seeThem))
  await waitFor(() => expect(model.held).toEqual({ et1: essayTexts.seeThem }))
  // Emptied and left.
  await user.clear(await box())
  await user.tab()
  expect(await box()).toHaveValue(essayTexts.seeThem)
  await user.click(screen.getByRole('button', { name: 'Remove photo 1' }))
  await waitFor(async () => expect(await box()).toHaveValue(''))
})

it('leaves what was written as it is', async () => {
  const user = await show()
  await user.type(await box(), 'x = 4')
  await user.upload(await pick(), picture)
  await screen.findByText(essayTexts.sent)
  expect(await box()).toHaveValue('x = 4')
  await user.click(screen.getByRole('button', { name: 'Remove photo 1' }))
  await waitFor(() => expect(screen.queryByText(essayTexts.sent)).toBeNull())
  expect(await box()).toHaveValue('x = 4')
})

it('submits once the photographs are there', async () => {
  const user = await show()
  photographs.open = false
  await user.upload(await pick(), picture)
  await screen.findByText(essayTexts.waiting)
  const tried = photographs.puts
  await user.click(screen.getByRole('button', { name: testTexts.submitTest }))
  await user.click(await screen.findByRole('button', { name: /^Yes, submit/ }))
  await screen.findByText(testTexts.offlineSubmit)
  expect(model.state).toBe('running')
  expect(photographs.puts).toBeGreaterThan(tried)
  photographs.open = true
  await screen.findByText('the next page')
  expect(model.state).toBe('submitted')
})
