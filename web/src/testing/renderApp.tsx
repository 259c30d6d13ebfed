// The app at an address, in memory, for tests of screens.
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import {
  createMemoryRouter,
  type RouteObject,
  RouterProvider,
  type RouterState,
} from 'react-router'
import { routes } from '@/app/routes'
import { queryClient } from '@/shared/api/client'
import type { User } from '@/shared/api/types'
import { useSession } from '@/shared/session/useSession'
import { theme } from '@/shared/ui/theme'
import { admin, student } from './data'

export const renderApp = (path: string, onChange?: (state: RouterState) => void) =>
  renderRoutes(routes, path, onChange)

/** Other routes at an address; `onChange` hears of each state of the router. */
export function renderRoutes(
  routes: RouteObject[],
  path: string,
  onChange: (state: RouterState) => void = () => {},
) {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  router.subscribe(onChange)
  render(
    // Transitions have no place in a test.
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return router
}

/** The same, logged in as the student of `data.ts`. */
export function renderStudent(path: string) {
  useSession.getState().signedIn(student)
  return renderApp(path)
}

/** The same, logged in as the administrator, or as somebody else who works in the back office. */
export function renderAdmin(path: string, user: User = admin) {
  useSession.getState().signedIn(user)
  return renderApp(path)
}
