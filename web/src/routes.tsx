// The route table. Screens and frames are lazily loaded; each area lists its own routes.
import type { RouteObject } from 'react-router'
import { adminRoutes } from './admin/routes'
import { profileRoutes } from './features/account/profile/routes'
import { accountRoutes } from './features/account/routes'
import { enrolmentRoutes } from './features/enrolment/routes'
import { journeyRoutes } from './features/journey/routes'
import { planRoutes } from './features/plans/routes'
import { publicRoutes } from './features/public/routes'
import { resultRoutes } from './features/results/routes'
import { testRoutes } from './features/test/routes'
import { Guard } from './shell/Guard'
import { lazyScreen } from './shell/lazyScreen'
import { Root } from './shell/Root'
import { RouteError } from './shell/RouteError'
import { Loader } from './ui/Loader'

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: () => <Loader />,
    children: [
      {
        ...lazyScreen(() => import('./shell/AuthShell').then((m) => m.AuthShell)),
        children: accountRoutes,
      },
      // The test window fills the screen and has its own guard: it must open without a network,
      // when the session cannot be checked.
      ...testRoutes,
      {
        Component: Guard,
        children: [
          {
            ...lazyScreen(() => import('./shell/StudentShell').then((m) => m.StudentShell)),
            children: [
              ...journeyRoutes,
              ...planRoutes,
              ...enrolmentRoutes,
              ...resultRoutes,
              ...profileRoutes,
            ],
          },
          ...adminRoutes,
        ],
      },
      {
        ...lazyScreen(() => import('./shell/PublicShell').then((m) => m.PublicShell)),
        children: [
          ...publicRoutes,
          {
            path: '*',
            ...lazyScreen(() => import('./shell/NotFound').then((m) => m.NotFound)),
          },
        ],
      },
    ],
  },
]
