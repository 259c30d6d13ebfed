// Starts the web app.
import '@/shared/ui/styles'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { reportError, watchErrors } from '@/shared/api/clientErrors'
import { queryClient } from '@/shared/api/queryClient'
import { watchInstall } from '@/shared/device/install'
import { setRoutes } from '@/shared/lazy/preload'
import { loadSession, watchSession } from '@/shared/session/session'
import { started } from '@/shared/started'
import { cssVariables, theme } from '@/shared/ui/theme'
import { routes } from './routes'

performance.mark(started)
// The test window caches what was loaded for offline use by this list, which holds only 250 entries
// by default.
performance.setResourceTimingBufferSize?.(5_000)

async function start(): Promise<void> {
  // The newest of the methods that oldBrowsers/ adds stands for all of them.
  if (!('timeout' in AbortSignal)) await (await import('./oldBrowsers')).prepareOldBrowser()
  watchErrors()
  void loadSession()
  watchSession()
  watchInstall()
  setRoutes(routes)
  const router = createBrowserRouter(routes)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')

  const app = (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        // Mantine sets all its variables itself, so no style sheet needs to.
        deduplicateCssVariables={false}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
  createRoot(root, { onCaughtError: reportError, onUncaughtError: reportError }).render(app)
}

void start()
