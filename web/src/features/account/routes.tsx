// The routes before login, inside the auth shell.
import type { RouteObject } from 'react-router'
import { lazyScreen } from '@/shared/lazy/lazyScreen'
import { paths } from '@/shared/paths'

export const accountRoutes: RouteObject[] = [
  {
    path: paths.login,
    ...lazyScreen(() => import('./Login').then((m) => m.StudentLogin)),
  },
  {
    path: paths.adminLogin,
    ...lazyScreen(() => import('./Login').then((m) => m.AdminLogin)),
  },
  {
    path: paths.register,
    ...lazyScreen(() => import('./Register').then((m) => m.Register)),
  },
  {
    path: paths.activateAccount(':id'),
    ...lazyScreen(() => import('./Recovery').then((m) => m.ActivateAccount)),
  },
  {
    path: paths.forgotPassword,
    ...lazyScreen(() => import('./Recovery').then((m) => m.ForgotPassword)),
  },
  {
    path: paths.adminForgotPassword,
    ...lazyScreen(() => import('./Recovery').then((m) => m.AdminForgotPassword)),
  },
  {
    path: paths.resetPassword(':token'),
    ...lazyScreen(() => import('./Recovery').then((m) => m.ResetPassword)),
  },
  {
    path: paths.adminResetPassword(':token'),
    ...lazyScreen(() => import('./Recovery').then((m) => m.AdminResetPassword)),
  },
]
