// Draws the first screen of each path that it is given, in a browser of jsdom's, and prints their
// HTML as JSON. A process of its own: the globals of a browser must not reach the build.
import { JSDOM } from 'jsdom'
import { createServer } from 'vite'

const page = new JSDOM('<!doctype html><div id="root"></div>', {
  url: 'http://localhost/',
  pretendToBeVisual: true,
})
const { window } = page
// What jsdom lacks. Nothing is ever answered: the screens are drawn as they wait.
window.matchMedia = () => ({ matches: false, addEventListener() {}, addListener() {} })
window.scrollTo = () => {}
window.fetch = () => new Promise(() => {})
for (const name of ['ResizeObserver', 'IntersectionObserver']) {
  window[name] = class {
    observe() {}
    disconnect() {}
  }
}
const missing = Object.getOwnPropertyNames(window).filter((name) => !(name in globalThis))
for (const name of [...missing, 'fetch', 'navigator', 'Event', 'EventTarget', 'CustomEvent']) {
  Object.defineProperty(globalThis, name, {
    value: window[name],
    configurable: true,
    writable: true,
  })
}
globalThis.window = globalThis
globalThis.addEventListener = window.addEventListener.bind(window)
globalThis.removeEventListener = window.removeEventListener.bind(window)
globalThis.dispatchEvent = window.dispatchEvent.bind(window)

const server = await createServer({
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, ws: false, watch: null, hmr: false },
})
const { drawFirstScreen } = await server.ssrLoadModule('/src/app/firstScreens.tsx')
const drawn = {}
for (const path of process.argv.slice(2)) {
  const root = window.document.createElement('div')
  window.document.body.replaceChildren(root)
  window.history.replaceState(null, '', path)
  drawFirstScreen(path, root)
  const styles = [...root.querySelectorAll('style')]
  drawn[path] = {
    styles: styles.map((one) => one.textContent).join(''),
    html: withoutActions(root),
  }
}
process.stdout.write(JSON.stringify(drawn), () => process.exit())

/**
 * The HTML of a screen whose scripts have not come: its links work, its buttons and fields wait, so
 * that nothing typed is lost and no form is sent by the browser.
 */
function withoutActions(root) {
  for (const style of root.querySelectorAll('style')) style.remove()
  for (const button of root.querySelectorAll('button')) {
    button.type = 'button'
    button.setAttribute('aria-disabled', 'true')
  }
  for (const field of root.querySelectorAll('input, textarea')) {
    if (['checkbox', 'radio', 'file'].includes(field.type)) field.disabled = true
    else field.readOnly = true
  }
  for (const select of root.querySelectorAll('select')) select.disabled = true
  return root.innerHTML
}
