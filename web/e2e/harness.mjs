// What the tests that Node runs share: a server and a browser for each file.
import { after, before } from 'node:test'
import { launch } from './browser.ts'
import { startServer } from './server.ts'

export * from './browser.ts'
export * from './patience.ts'
export * from './server.ts'
export * from './steps.ts'

/**
 * A server and a browser for the tests of a file, from before the first of them until after the
 * last. `prepare` does what all of them need once both are there.
 */
export function together(prepare = () => undefined) {
  const both = { server: undefined, browser: undefined }
  before(async () => {
    ;[both.server, both.browser] = await Promise.all([startServer(), launch()])
    await prepare()
  })
  after(() => Promise.all([both.browser?.close(), both.server?.stop()]))
  return both
}
