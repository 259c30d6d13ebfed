// A second press before the screen shows the first does nothing; a press after it has ended works
// again.

import { readdirSync, readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '@/shared/api/client'
import { useMutationOnce } from './useMutationOnce'

it('is not begun again while it runs, and may be after it failed', async () => {
  const call = vi.fn<(plan: string) => Promise<void>>().mockRejectedValue(new Error('no line'))
  const { result } = renderHook(() => useMutationOnce({ mutationFn: call }), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  })
  act(() => {
    result.current.mutate('yearly')
    result.current.mutate('yearly')
  })
  await waitFor(() => expect(result.current.isError).toBe(true))
  expect(call).toHaveBeenCalledTimes(1)
  act(() => result.current.mutate('yearly'))
  await waitFor(() => expect(call).toHaveBeenCalledTimes(2))
})

it('is what every writing call of students and visitors is made with', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/^features\/admin|\.test\.|useMutationOnce/.test(name),
  )
  const others = files.filter((name) => /\buseMutation\(/.test(readFileSync(`src/${name}`, 'utf8')))
  expect(files.length).toBeGreaterThan(200)
  expect(others).toEqual([])
})
