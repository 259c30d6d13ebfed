// The routes of the public site, inside its shell.
import type { RouteObject } from 'react-router'
import { paths } from '@/paths'

export const publicRoutes: RouteObject[] = [
  {
    path: paths.home,
    lazy: () => import('./Home').then(({ Home }) => ({ Component: Home })),
  },
]
