// The routes of the public site, inside its shell.
import type { RouteObject } from 'react-router'
import { paths } from '@/paths'
import { lazyScreen } from '@/shell/lazyScreen'

export const publicRoutes: RouteObject[] = [
  {
    path: paths.home,
    ...lazyScreen(() => import('./Home').then((m) => m.Home)),
  },
]
