// What browsers before Chrome 103, Firefox 100 and Safari 16 lack and the app uses: loaded by them
// alone, before the app starts (main.tsx). The oldest that are supported are Chrome and Android
// WebView 87, Firefox 91 and Safari 14. CSS `:has()` has no stand-in: our styles do without it
// wherever something could not be seen or used.
import { addMethods } from './methods'
import { addStyles } from './styles'

/** Adds what is missing; resolves once the app can start. */
export async function prepareOldBrowser(): Promise<void> {
  addMethods()
  await addStyles()
}
