// Paystack's window: shown where its script comes, given up where it does not.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isWindowLetIn, payInWindow } from './paystack'

const url = 'https://checkout.paystack.com/abc123'
const script = () => document.querySelector<HTMLScriptElement>('script[src*="js.paystack.co"]')

afterEach(() => {
  script()?.remove()
  delete window.PaystackPop
})

/** Replaces Paystack's script; ends the payment as the test says. */
function comes(end: 'onSuccess' | 'onCancel' | 'onError') {
  const resumed = vi.fn()
  window.PaystackPop = class {
    resumeTransaction(code: string, callbacks: Record<typeof end, () => void>) {
      resumed(code)
      callbacks[end]()
    }
  }
  script()?.onload?.(new Event('load'))
  return resumed
}

describe('payInWindow', () => {
  it.each([
    ['onSuccess', 'done'],
    ['onCancel', 'done'],
    ['onError', 'broken'],
  ] as const)('%s: %s', async (end, left) => {
    const paying = payInWindow(url)
    const resumed = comes(end)
    expect(await paying).toBe(left)
    expect(resumed).toHaveBeenCalledWith('abc123')
  })

  it('is given up where the script is refused', async () => {
    const paying = payInWindow(url)
    script()?.dispatchEvent(new Event('error'))
    expect(await paying).toBe('broken')
    expect(script()).toBeNull()
  })

  it('is for pages of Paystack alone', async () => {
    expect(await payInWindow('https://elsewhere.example/abc123')).toBe('broken')
    expect(await payInWindow('https://checkout.paystack.com/a/b')).toBe('broken')
    expect(script()).toBeNull()
  })
})

describe('a document lets the window in', () => {
  const began = (...at: string[]) =>
    vi
      .spyOn(performance, 'getEntriesByType')
      .mockReturnValue(at.map((name) => ({ name: `https://sabi.test${name}` }) as PerformanceEntry))
  afterEach(() => vi.restoreAllMocks())

  it.each([
    ['/subscription', true],
    ['/subscription?reference=sabi-1', true],
    ['/subscription-plans', true],
    ['/dashboard', false],
    ['/', false],
  ])('that began at %s: %s', (at, letIn) => {
    began(at)
    expect(isWindowLetIn()).toBe(letIn)
  })

  it('as far as can be known', () => {
    began()
    expect(isWindowLetIn()).toBe(true)
  })
})
