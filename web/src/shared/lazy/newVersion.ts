// Changes to a new version of the app at the next change of screen, never on the way into a test,
// during one or while a test window waits for its test, and says so afterwards. Loaded some time
// after the app has started.
import { isHandingOver } from '@/shared/attempt/handOver'
import { tryStorage } from '@/shared/device/tryStorage'
import { loadedKey, loadNewVersion, scriptServed } from '@/shared/ui/loadPageAnew'
import { notify } from '@/shared/ui/notify'

export const lazyTexts = {
  updated: 'Sabi has been updated.',
}

/** What of the router is read here. */
export type Router = {
  state: { location: { pathname: string } }
  subscribe: (changed: (state: Router['state']) => void) => () => void
}

/** Calls back when there is a new version. Returns a function that stops it. */
type Watch = (found: () => void) => () => void

/** Where a test may be open: no new version is loaded there. */
const testPaths =
  /^\/((mock|objective|theories)-exam|(objective|theories|list)-questions|warm-up|offline\/)/

/** Milliseconds between two requests to the server, which cost the student some data. */
const ASK_EVERY = 60 * 60_000

/** The version of which this tab was told already. */
const SAID = 'sabi.updated'

/** The address of the first script of the version that this tab runs. */
export const ownScript = () =>
  [...document.scripts]
    .map(({ src }) => /\/assets\/initial-[\w-]+\.js$/.exec(src)?.[0])
    .find((script) => script !== undefined)

/** Without `watch`, the server is asked now and then. Returns a function that stops it. */
export function followVersions(router: Router, watch: Watch = askNowAndThen(router)): () => void {
  sayUpdated()
  let isNew = false
  const stops = [
    watch(() => {
      isNew = true
    }),
    onChange(router, (pathname) => {
      if (!isNew || testPaths.test(pathname) || isHandingOver()) return
      isNew = false
      // Returns where the page stays: the server has no other version, or cannot be reached.
      void loadNewVersion()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function sayUpdated(): void {
  const own = ownScript()
  const read = (key: string) => tryStorage(() => sessionStorage.getItem(key))
  if (own === undefined || read(loadedKey) !== own || read(SAID) === own) return
  tryStorage(() => sessionStorage.setItem(SAID, own))
  notify.success(lazyTexts.updated)
}

const askNowAndThen =
  (router: Router): Watch =>
  (found) => {
    const own = ownScript()
    let askedAt = Date.now()
    return onChange(router, (pathname) => {
      if (Date.now() - askedAt < ASK_EVERY || testPaths.test(pathname)) return
      askedAt = Date.now()
      void scriptServed().then((served) => {
        if (served !== null && served !== own) found()
      })
    })
  }

/** Calls back when another screen is shown. */
function onChange(router: Router, changed: (pathname: string) => void): () => void {
  let shown = router.state.location.pathname
  return router.subscribe(({ location: { pathname } }) => {
    if (pathname === shown) return
    shown = pathname
    changed(pathname)
  })
}
