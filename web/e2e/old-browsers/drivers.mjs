// One way to drive each browser, over the protocol that it speaks: Chromium over DevTools, Firefox over
// WebDriver BiDi, WebKit over WebDriver. Only what the tests need: open an address, run a function in the
// page, press the mouse and keys, take a picture. Functions run as text, so that they must not use what is
// newer than the browser.
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds that one command may take. */
const PATIENCE = 60_000
const call = (run, args) => `(${run})(${args.map((one) => JSON.stringify(one)).join(',')})`

/** Calls and answers over a socket, by number. */
async function connect(url, onEvent = () => undefined) {
  // Only these tests need it to be installed.
  const { default: WebSocket } = await import('ws')
  const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 64 * 1024 * 1024 })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const waiting = new Map()
  let last = 0
  socket.on('message', (data) => {
    const message = JSON.parse(data)
    const asked = waiting.get(message.id)
    if (!asked) return onEvent(message)
    waiting.delete(message.id)
    const error = message.error && `${asked.method}: ${JSON.stringify(message)}`
    if (error) asked.reject(new Error(error))
    else asked.resolve(message.result)
  })
  const gone = () => {
    for (const { method, reject } of waiting.values())
      reject(new Error(`${method}: the browser is gone`))
    waiting.clear()
  }
  socket.on('close', gone)
  return {
    send(method, params = {}) {
      last += 1
      const id = last
      const answer = new Promise((resolve, reject) => waiting.set(id, { method, resolve, reject }))
      socket.send(JSON.stringify({ id, method, params }))
      const late = sleep(PATIENCE, undefined, { ref: false }).then(() => {
        throw new Error(`${method} was not answered`)
      })
      return Promise.race([answer, late])
    },
    close: () => socket.close(),
  }
}

/** Chromium and what is made of it, from the address of its DevTools. */
export async function overDevTools(address, size) {
  const page = await found(async () => {
    const all = await (await fetch(`${address}/json/list`)).json()
    return all.find(({ type }) => type === 'page')
  })
  const link = await connect(page.webSocketDebuggerUrl, ({ method }) => {
    // Leaving a running test asks; the tests mean it.
    if (method === 'Page.javascriptDialogOpening')
      link.send('Page.handleJavaScriptDialog', { accept: true }).catch(() => undefined)
  })
  await link.send('Page.enable')
  await link.send('Emulation.setDeviceMetricsOverride', {
    ...size,
    deviceScaleFactor: 1,
    mobile: true,
  })
  const key = (type, { name, text, code }) =>
    link.send('Input.dispatchKeyEvent', { type, key: name, text, windowsVirtualKeyCode: code })
  const press = async (one) => {
    await key('keyDown', one)
    await key('keyUp', { ...one, text: undefined })
  }
  return {
    open: (url) => link.send('Page.navigate', { url }),
    async run(what, ...args) {
      const { result, exceptionDetails } = await link.send('Runtime.evaluate', {
        expression: call(what, args),
        awaitPromise: true,
        returnByValue: true,
      })
      if (exceptionDetails)
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    },
    async click(x, y) {
      const at = { x, y, button: 'left', clickCount: 1 }
      await link.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
      await link.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at })
      await link.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at })
    },
    async type(text) {
      for (const one of text)
        await press({
          name: one,
          text: one,
          // Those of letters and digits are their characters'; others mean other keys.
          code: /\w/.test(one) ? one.toUpperCase().charCodeAt(0) : 0,
        })
    },
    async picture() {
      return (await link.send('Page.captureScreenshot', {})).data
    },
    close: async () => link.close(),
  }
}

/** Firefox, from the address of its WebDriver BiDi. */
export async function overBiDi(address, size) {
  const link = await connect(`${address}/session`)
  await link.send('session.new', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } },
  })
  const { context } = await link.send('browsingContext.create', { type: 'tab' })
  await link.send('browsingContext.setViewport', { context, viewport: size })
  const act = (id, type, actions, more) =>
    link.send('input.performActions', { context, actions: [{ type, id, actions, ...more }] })
  return {
    open: (url) => link.send('browsingContext.navigate', { context, url, wait: 'none' }),
    async run(what, ...args) {
      const { type, result, exceptionDetails } = await link.send('script.evaluate', {
        expression: `Promise.resolve(${call(what, args)}).then((found) => JSON.stringify([found]))`,
        target: { context },
        awaitPromise: true,
      })
      if (type === 'exception') throw new Error(exceptionDetails.text)
      return JSON.parse(result.value)[0] ?? undefined
    },
    click: (x, y) =>
      act('mouse', 'pointer', [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    type: (text) => act('keys', 'key', keysOf(text)),
    async picture() {
      return (await link.send('browsingContext.captureScreenshot', { context })).data
    },
    async close() {
      await link.send('browser.close').catch(() => undefined)
      link.close()
    },
  }
}

/** A browser behind a WebDriver server, such as WebKitWebDriver, from its address. */
export async function overWebDriver(address, size, capabilities) {
  const ask = async (method, path, json) => {
    const body = method === 'POST' ? JSON.stringify(json ?? {}) : undefined
    const response = await fetch(`${address}${path}`, { method, body })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value
  }
  const made = await found(() =>
    ask('POST', '/session', {
      capabilities: { alwaysMatch: { ...capabilities, unhandledPromptBehavior: 'accept' } },
    }),
  )
  const post = (path, json) => ask('POST', `/session/${made.sessionId}${path}`, json)
  await post('/window/rect', { x: 0, y: 0, ...size })
  const act = (id, type, actions) => post('/actions', { actions: [{ type, id, actions }] })
  return {
    open: (url) => post('/url', { url }),
    async run(what, ...args) {
      const script =
        `const done = arguments[0]; Promise.resolve().then(() => ${call(what, args)})` +
        '.then((v) => done({ v }), (e) => done({ e: String(e) }))'
      const { v, e } = await post('/execute/async', { script, args: [] })
      if (e) throw new Error(e)
      return v ?? undefined
    },
    click: (x, y) =>
      act('mouse', 'pointer', [
        { type: 'pointerMove', origin: 'viewport', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    type: (text) => act('keys', 'key', keysOf(text)),
    // No picture: WebKitWebDriver does not answer where nothing is painted.
    close: () => ask('DELETE', `/session/${made.sessionId}`).catch(() => undefined),
  }
}

const keysOf = (text) =>
  [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])

/** What comes to be there while a browser starts. */
async function found(look) {
  for (const begun = Date.now(); ; await sleep(100)) {
    try {
      const one = await look()
      if (one) return one
    } catch (error) {
      if (Date.now() - begun > PATIENCE) throw error
    }
    if (Date.now() - begun > PATIENCE) throw new Error('the browser shows no page')
  }
}
