// How a last save leaves the page.
import { expect, it, vi } from 'vitest'
import { attemptApi, withTimeout } from './api'

it('outlives the page only where the browser carries its bytes, of which a letter can have three', async () => {
  const sent: boolean[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    sent.push((input as Request).keepalive)
    return Response.json({ revision: 1, serverNow: '2026-03-05T14:40:00.000Z', ignored: [] })
  })
  const save = (answer: string) => {
    const answers = [{ theory: 't1', answer, at: '2026-03-05T14:40:00.000Z' }]
    return attemptApi.save('a1', { revision: 0, answers }, new AbortController().signal, true)
  }
  await save('a'.repeat(30_000))
  await save('\u1ecd'.repeat(30_000))
  expect(sent).toEqual([true, false])
})

it('does not begin a call that was aborted before', async () => {
  const outer = new AbortController()
  outer.abort(new Error('closed'))
  const work = (signal: AbortSignal) =>
    signal.aborted ? Promise.reject(signal.reason) : Promise.resolve(1)
  await expect(withTimeout(work, outer.signal)).rejects.toThrow('closed')
})
