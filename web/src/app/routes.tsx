// The route table. Screens and frames are lazily loaded; each area lists its own routes.
import type { RouteObject } from 'react-router'
import { profileRoutes } from '@/features/account/profile/routes'
import { accountRoutes } from '@/features/account/routes'
import { adminRoutes } from '@/features/admin/routes'
import { testRoutes, warmUpRoutes } from '@/features/attempt/routes'
import { enrolmentRoutes } from '@/features/enrolment/routes'
import { journeyRoutes } from '@/features/journey/routes'
import { offlineRoutes } from '@/features/offline/routes'
import { planRoutes } from '@/features/plans/routes'
import { publicRoutes } from '@/features/public/routes'
import { resultRoutes } from '@/features/results/routes'
import { lazyScreen, RouteError } from '@/shared/lazy/lazyScreen'
import { Loader } from '@/shared/ui/states'
import { Guard } from './Guard'
import { Root } from './Root'

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: () => <Loader />,
    children: [
      {
        ...lazyScreen(() => import('./layouts/AuthShell').then((m) => m.AuthShell)),
        children: accountRoutes,
      },
      // The test window fills the screen and has its own guard: it must open without a network,
      // when the session cannot be checked.
      ...testRoutes,
      {
        Component: Guard,
        children: [
          {
            ...lazyScreen(() => import('./layouts/StudentShell').then((m) => m.StudentShell)),
            children: [
              ...journeyRoutes,
              ...offlineRoutes,
              ...planRoutes,
              ...enrolmentRoutes,
              ...resultRoutes,
              ...profileRoutes,
            ],
          },
          ...warmUpRoutes,
          ...adminRoutes,
        ],
      },
      {
        ...lazyScreen(() => import('./layouts/PublicShell').then((m) => m.PublicShell)),
        children: [
          ...publicRoutes,
          {
            path: '*',
            ...lazyScreen(() => import('@/shared/layout/NotFound').then((m) => m.NotFound)),
          },
        ],
      },
    ],
  },
]
