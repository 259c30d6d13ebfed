// The routes of the student's own account, inside the student's shell.
import type { RouteObject } from 'react-router'
import { lazyScreen } from '@/shared/lazy/lazyScreen'
import { paths } from '@/shared/paths'

export const profileRoutes: RouteObject[] = [
  {
    path: paths.profile,
    ...lazyScreen(() => import('./Profile').then((m) => m.Profile)),
  },
  {
    path: paths.profileEdit,
    ...lazyScreen(() => import('./ProfileEdit').then((m) => m.ProfileEdit)),
  },
  {
    path: paths.accountSetting,
    ...lazyScreen(() => import('./AccountSetting').then((m) => m.AccountSetting)),
  },
]
