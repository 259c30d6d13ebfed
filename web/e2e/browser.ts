// The system's Chromium, and browsers of one's own in it, as far as cookies and storage go.
import { existsSync } from 'node:fs'
import path from 'node:path'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type ViewportSize,
} from '@playwright/test'
import { PATIENCE } from './patience.ts'

export const desktop = { width: 1280, height: 800 }
export const phone = { width: 360, height: 740 }

/** The browser that SABI_BROWSER names, or that of the system. */
export const launchOptions = () => ({
  executablePath: process.env.SABI_BROWSER || systemBrowser(),
  timeout: PATIENCE,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})

export const launch = () => chromium.launch(launchOptions())

function systemBrowser() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    for (const folder of folders) {
      const file = path.join(folder, name)
      if (existsSync(file)) return file
    }
  }
  throw new Error('no Chromium on the PATH; name one in SABI_BROWSER')
}

/** A browser, and the address of the server or of a line to it. */
export type House = { browser: Browser; server: { url: string } }
export type Viewport = ViewportSize
export type VisitOptions = BrowserContextOptions & { onError?: (error: Error) => void }

/** A browser of one's own at the server's address. Errors of its pages go to `onError`. */
export async function visit(
  { browser, server }: House,
  { viewport = desktop, onError = fail, ...more }: VisitOptions = {},
) {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport,
    locale: 'en-GB',
    // Each frame of a motion is painted by the processors that the test waits for.
    reducedMotion: 'reduce',
    ...more,
  })
  context.setDefaultTimeout(PATIENCE)
  context.on('page', (page) => {
    if (slower > 1) slowDown(page).catch(() => undefined)
    // Leaving a running test asks; the tests mean it.
    page.on('dialog', (dialog) => dialog.accept())
    page.on('pageerror', onError)
  })
  // A test that still answers a request in the server's place would fail when the browser closes.
  const close = context.close.bind(context)
  context.close = async () => {
    const routed = [context, ...context.pages()]
    await Promise.allSettled(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
    await close()
  }
  return { context, page: await context.newPage() }
}

function fail(error: Error): never {
  throw error
}

/** How many times slower the processor of each page is: what hurries ahead of its page fails then. */
const slower = Number(process.env.SABI_SLOWER ?? 1)

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
}
