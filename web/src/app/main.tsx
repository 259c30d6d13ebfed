// Starts the web app.
import '@/shared/ui/styles'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { reportError, watchErrors } from '@/shared/api/clientErrors'
import { watchInstall } from '@/shared/device/install'
import { tryStorage } from '@/shared/device/tryStorage'
import { answered, setRoutes } from '@/shared/lazy/lazyScreen'
import { isInUse } from '@/shared/offline/inUse'
import { loadSession, watchSession } from '@/shared/session/session'
import { started } from '@/shared/started'
import { loadedKey } from '@/shared/ui/loadPageAnew'
import { Providers } from './Root'
import { routes } from './routes'

performance.mark(started)

/**
 * Milliseconds after the start, when nothing else is loaded any more. A tab that was reloaded for a new
 * version does not wait, because it says so.
 */
const AT_LEISURE = 60_000

// The test window caches what was loaded for offline use by this list, which holds only 250 entries
// by default.
performance.setResourceTimingBufferSize?.(5_000)

async function start(): Promise<void> {
  // The newest of the methods that oldBrowsers/ adds stands for all of them.
  if (!('timeout' in AbortSignal)) await (await import('./oldBrowsers')).prepareOldBrowser()
  watchErrors()
  const session = loadSession()
  watchSession()
  watchInstall()
  setRoutes(routes)
  const router = createBrowserRouter(routes)
  if (isInUse())
    void import('@/shared/offline/background')
      .then((m) => m.startBackground(router))
      .catch(() => undefined)
  else {
    const isReloaded = tryStorage(() => sessionStorage.getItem(loadedKey))
    setTimeout(
      () =>
        import('@/shared/lazy/newVersion')
          .then((m) => m.followVersions(router))
          .catch(() => undefined),
      isReloaded ? 0 : AT_LEISURE,
    )
  }
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  // The page may show its first screen already (firstPaint.ts). It stays until the app can show the same: the forms
  // of login and registration do not depend on who is logged in.
  const isForm = /^\/(login|register)$/.test(window.location.pathname)
  if (root.hasChildNodes()) await Promise.all([initialized(router), isForm || session])
  if (root.dataset.first === 'text') await answered()
  root.removeAttribute('data-first')
  const options = { onCaughtError: reportError, onUncaughtError: reportError }
  createRoot(root, options).render(
    <StrictMode>
      <Providers>
        {/* For navigations that are to be drawn in one go. */}
        <RouterProvider router={router} flushSync={(draw) => void flushSync(draw)} />
      </Providers>
    </StrictMode>,
  )
}

/** Resolves when the screen of the address has been loaded. */
const initialized = (router: ReturnType<typeof createBrowserRouter>) =>
  new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve()
    const unsubscribe = router.subscribe((state) => {
      if (!state.initialized) return
      unsubscribe()
      resolve()
    })
  })

void start()
