// A started test is passed to its window.
import { expect, it, vi } from 'vitest'
import { otherWindow, says } from '@/testing/windows'
import { askWhichTest, handOver } from './handOver'

/** The window's question to its opener, with any text. */
function question(): unknown {
  const asked: unknown[] = []
  askWhichTest(
    { postMessage: (data: unknown) => asked.push(data) } as unknown as Window,
    () => {},
  )()
  return asked[0]
}

it('listens until the window is closed, which asks again when it is reloaded', () => {
  const stopped = vi.spyOn(window, 'removeEventListener')
  const popup = otherWindow()
  const { tell } = handOver(popup as unknown as Window)
  tell('/objective-questions?attempt=a1')
  const asks = question()
  stopped.mockClear()
  says(popup, asks)
  says(popup, asks)
  expect(popup.postMessage).toHaveBeenCalledTimes(2)
  expect(stopped).not.toHaveBeenCalled()
  popup.closed = true
  says(popup, asks)
  expect(popup.postMessage).toHaveBeenCalledTimes(2)
  expect(stopped).toHaveBeenCalledWith('message', expect.any(Function))
})

it('listens no more once it was given up', () => {
  const popup = otherWindow()
  const { tell, stop } = handOver(popup as unknown as Window)
  tell('/objective-questions?attempt=a1')
  stop()
  says(popup, question())
  expect(popup.postMessage).not.toHaveBeenCalled()
})
