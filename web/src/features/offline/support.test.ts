// What a browser needs for practice without internet.
import { expect, it, vi } from 'vitest'
import { isSupported } from './support'

it('needs encryption, service workers, caches and a database', () => {
  const serviceWorker = {}
  const whole = () => {
    vi.stubGlobal('crypto', { subtle: {} })
    vi.stubGlobal('caches', {})
    vi.stubGlobal('indexedDB', {})
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  }
  whole()
  expect(isSupported()).toBe(true)
  vi.stubGlobal('crypto', {})
  expect(isSupported()).toBe(false)
  whole()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  expect(isSupported()).toBe(false)
})
