// What the browser tests are given: a server with a data folder of its own for each file, browsers
// at its address, logged-in people, and a network that can be cut, fall silent or be slow.
import { test as base, expect, type Page } from '@playwright/test'
import { visit as open, type VisitOptions } from './browser.ts'
import { type SilentLine, type SlowLine, type Speed, silentLine, slowLine } from './line.ts'
import { type Server, startServer } from './server.ts'
import { signIn } from './steps.ts'

export type { BrowserContext, Locator, Page } from '@playwright/test'
export { expect }

/** For a test that runs on a phone, not on a computer. */
export const onPhone = { tag: '@phone' }
/** For a test that runs on a computer and on a phone. */
export const onDevices = { tag: '@devices' }

/** Opens a browser of one's own, as far as cookies and storage go, until the end of the test. */
export type Visit = (
  options?: VisitOptions & { server?: { url: string } },
) => Promise<Awaited<ReturnType<typeof open>>>

/** A line between a browser and the server; visit with it in the server's place. */
export type Network = Pick<SilentLine, 'url' | 'fallSilent'> & {
  offline: SilentLine['close']
  online: SilentLine['open']
  /** A second line, of this speed. */
  slow: (speed: Speed) => Promise<SlowLine>
}

type Fixtures = {
  /** The project that runs the test: a computer or a phone. */
  device: 'desktop' | 'phone'
  server: Server
  visit: Visit
  /** A page logged in as the student of the demo, at the dashboard. */
  student: Page
  /** A page logged in as the administrator of the demo, at the dashboard. */
  admin: Page
  network: Network
}

/** The servers that a worker has started: one at a time, for the file whose tests it runs. */
type FileServers = { of: (file: string) => Promise<Server> }

export const test = base.extend<Fixtures, { fileServers: FileServers }>({
  fileServers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here.
    async ({}, use) => {
      let current: { file: string; server: Server } | undefined
      await use({
        of: async (file) => {
          if (current?.file !== file) {
            await current?.server.stop()
            current = undefined
            current = { file, server: await startServer() }
          }
          return current.server
        },
      })
      await current?.server.stop()
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  device: async ({}, use, { project }) => {
    await use(project.name === 'phone' ? 'phone' : 'desktop')
  },

  server: async ({ fileServers }, use, { file }) => {
    await use(await fileServers.of(file))
  },

  visit: async ({ browser, server, viewport }, use) => {
    const contexts: { close: () => Promise<void> }[] = []
    const errors: Error[] = []
    await use(async ({ server: at = server, ...options } = {}) => {
      const onError = (error: Error) => errors.push(error)
      const opened = await open({ browser, server: at }, { viewport, onError, ...options })
      contexts.push(opened.context)
      return opened
    })
    for (const context of contexts) await context.close()
    expect(errors, 'errors of the pages').toEqual([])
  },

  page: async ({ visit }, use) => {
    const { page } = await visit()
    await use(page)
  },

  context: async ({ page }, use) => {
    await use(page.context())
  },

  student: async ({ visit }, use) => {
    const { page } = await visit()
    await signIn(page)
    await use(page)
  },

  admin: async ({ visit }, use) => {
    const { page } = await visit()
    await signIn(page, { as: 'admin@sabi.test', at: '/admin' })
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    await use(page)
  },

  network: async ({ server }, use) => {
    const line = await silentLine(server)
    const slowLines: SlowLine[] = []
    await use({
      url: line.url,
      fallSilent: line.fallSilent,
      offline: line.close,
      online: line.open,
      slow: async (speed) => {
        const slow = await slowLine(server, speed)
        slowLines.push(slow)
        return slow
      },
    })
    for (const one of [line, ...slowLines]) await one.close()
  },
})
