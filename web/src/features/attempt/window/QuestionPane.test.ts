// A text with formulas waits for what sets them, once, and not for ever.
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

let load: () => void
beforeEach(() => {
  vi.resetModules()
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  vi.doMock('@/shared/ui/maths', async () => {
    await loaded
    return { render: () => undefined }
  })
})

const ready = async (text: string) => {
  const { useMathsReady } = await import('./QuestionPane')
  return renderHook(({ text }) => useMathsReady(text), { initialProps: { text } })
}

it('shows a text without formulas at once, and one with formulas once they can be set', async () => {
  const plain = await ready('<p>It costs $5.</p>')
  expect(plain.result.current).toBe(true)
  const { result, rerender } = await ready('Solve \\(x^2\\)')
  expect(result.current).toBe(false)
  load()
  await waitFor(() => expect(result.current).toBe(true))
  rerender({ text: 'Then $$y$$' })
  expect(result.current).toBe(true)
})

it('shows the source of formulas where nothing comes to set them', async () => {
  vi.useFakeTimers()
  const { result } = await ready(JSON.stringify({ question: '\\(x\\)' }))
  expect(result.current).toBe(false)
  act(() => void vi.advanceTimersByTime(4_000))
  expect(result.current).toBe(true)
  vi.useRealTimers()
})
