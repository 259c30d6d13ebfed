// The routes of sign-in, inside the auth shell.
import type { RouteObject } from 'react-router'
import { paths } from '@/paths'

export const accountRoutes: RouteObject[] = [
  {
    path: paths.login,
    lazy: () => import('./Login').then(({ StudentLogin }) => ({ Component: StudentLogin })),
  },
  {
    path: paths.adminLogin,
    lazy: () => import('./Login').then(({ AdminLogin }) => ({ Component: AdminLogin })),
  },
]
