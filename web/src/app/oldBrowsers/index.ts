// Polyfills that browsers before Chrome 103, Firefox 100 and Safari 16 need. Only they load them,
// before the app starts (main.tsx). The oldest supported browsers are Chrome and Android WebView
// 87, Firefox 91 and Safari 14. CSS `:has()` has no polyfill: our styles use it only where nothing
// becomes invisible or unusable without it.
import { addMethods } from './methods'
import { addStyles } from './styles'

/** Adds what is missing; resolves once the app can start. */
export async function prepareOldBrowser(): Promise<void> {
  addMethods()
  await addStyles()
}
