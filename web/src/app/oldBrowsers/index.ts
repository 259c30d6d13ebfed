// Polyfills that browsers before Chrome 103, Firefox 100 and Safari 16 need. Only they load them,
// before the app starts (main.tsx). The oldest supported browsers are Chrome and Android WebView
// 87, Firefox 91 and Safari 14. CSS `:has()` has no polyfill: our styles use it only where nothing
// becomes invisible or unusable without it.
import { STYLES } from '@/shared/timeouts'
import address from './mantine.css?url'

/** Adds what is missing; resolves once the app can start. */
export async function prepareOldBrowser(): Promise<void> {
  addMethods()
  await addStyles()
}

// Language and browser methods that are newer than the oldest supported browsers.

type Methods = Record<string, (this: never, ...args: never[]) => unknown>

/** Adds missing methods to `to`, as non-enumerable as the real ones. */
function add(to: object, methods: Methods): void {
  for (const [name, value] of Object.entries(methods)) {
    if (name in to) continue
    Object.defineProperty(to, name, { value, writable: true, configurable: true })
  }
}

/** Adds the methods that this browser lacks. */
export function addMethods(): void {
  add(Object, {
    // Chrome 93, Firefox 92, Safari 15.4.
    hasOwn: (of: object, key: PropertyKey) =>
      Object.getOwnPropertyDescriptor(of, key) !== undefined,
  })
  // Chrome 92, Firefox 90, Safari 15.4.
  const at = {
    at(this: ArrayLike<unknown>, index: number) {
      const whole = Math.trunc(index) || 0
      return this[whole < 0 ? this.length + whole : whole]
    },
  }
  for (const { prototype } of [Array, String, Uint8Array]) add(prototype, at)
  addAborting()
}

/** Aborting with a reason: Chrome 98 to 103, Firefox 97 to 100, Safari 15.4 to 16. */
function addAborting(): void {
  if (!('reason' in AbortSignal.prototype)) {
    const abort = AbortController.prototype.abort
    AbortController.prototype.abort = function (reason?: unknown) {
      const { signal } = this
      // Set before the event, whose listeners read it.
      if (!signal.aborted) Object.defineProperty(signal, 'reason', { value: reason ?? aborted() })
      abort.call(this)
    }
    const real = window.fetch
    // It rejects with an AbortError, whatever the reason.
    window.fetch = (input, init) => {
      const signal = init?.signal ?? (input instanceof Request ? input.signal : null)
      return real(input, init).catch((thrown) => {
        throw signal?.aborted ? (signal.reason ?? thrown) : thrown
      })
    }
  }
  add(AbortSignal.prototype, {
    throwIfAborted(this: AbortSignal) {
      if (this.aborted) throw this.reason ?? aborted()
    },
  })
  add(AbortSignal, {
    timeout: (ms: number) => {
      const controller = new AbortController()
      const over = new DOMException('The operation timed out.', 'TimeoutError')
      setTimeout(() => controller.abort(over), ms)
      return controller.signal
    },
  })
}

const aborted = () => new DOMException('The operation was aborted.', 'AbortError')

/**
 * Inserts the styles before all others, so that ours override them; resolves once they are loaded.
 */
export async function addStyles(): Promise<void> {
  if ('CSSLayerBlockRule' in window) return
  // Chrome 87 also lacks :where(), which Mantine uses everywhere.
  if (!CSS.supports('selector(:where(a))')) return addText()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  await new Promise((done) => {
    link.onload = done
    link.onerror = done
    setTimeout(done, STYLES)
    document.head.prepend(link)
  })
}

async function addText(): Promise<void> {
  try {
    const response = await fetch(address)
    const style = document.createElement('style')
    style.textContent = withoutWhere(await response.text())
    document.head.prepend(style)
  } catch {
    // Offline: the app works unstyled.
  }
}

/** The same rules for browsers that had `:where()` under another name. */
export const withoutWhere = (css: string) => css.replace(/:(?:where|is)\(/g, ':-webkit-any(')
