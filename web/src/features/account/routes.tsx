// The routes of sign-in, inside the auth shell.
import type { RouteObject } from 'react-router'
import { paths } from '@/paths'
import { lazyScreen } from '@/shell/lazyScreen'

export const accountRoutes: RouteObject[] = [
  {
    path: paths.login,
    ...lazyScreen(() => import('./Login').then((m) => m.StudentLogin)),
  },
  {
    path: paths.adminLogin,
    ...lazyScreen(() => import('./Login').then((m) => m.AdminLogin)),
  },
]
