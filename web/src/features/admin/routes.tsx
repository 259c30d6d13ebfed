// The back office, inside its frame and behind the guard.
import type { RouteObject } from 'react-router'
import { lazyScreen } from '@/shared/lazy/lazyScreen'
import { paths } from '@/shared/paths'

export const adminRoutes: RouteObject[] = [
  {
    ...lazyScreen(() => import('./AdminFrame').then((m) => m.AdminFrame)),
    children: [
      {
        // The nested routes are defined inside.
        path: `${paths.admin}/*`,
        ...lazyScreen(() => import('./AdminArea').then((m) => m.AdminArea)),
      },
    ],
  },
]
