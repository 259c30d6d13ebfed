// The back office, inside its frame and behind the guard.
import type { RouteObject } from 'react-router'
import { paths } from '@/paths'
import { lazyScreen } from '@/shell/lazyScreen'

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
