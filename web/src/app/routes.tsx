// The route table, and the guard of the routes that need a login. Screens and frames are lazily loaded;
// each area lists its own routes.

import { Box } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, type RouteObject, useLocation } from 'react-router'
import type { ChangedProps } from '@/app/Changed'
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
import { shellTexts } from '@/shared/i18n/common'
import { lazyScreen, RouteError } from '@/shared/lazy/lazyScreen'
import { isAdminPath, paths } from '@/shared/paths'
import { loadSession } from '@/shared/session/session'
import { isHeld, useSession, wasLoggedOut } from '@/shared/session/useSession'
import { lazyPart } from '@/shared/ui/lazyPart'
import { ErrorState, Loader } from '@/shared/ui/states'
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

const Changed = lazyPart<ChangedProps>(
  () => import('@/app/Changed').then((m) => m.Changed),
  ({ again }) => <Failed message={shellTexts.notLoaded} onRetry={again} />,
  () => <Loader />,
)

/**
 * The route guard (spec 1 §2): waits until the session has loaded, then shows the page or redirects to
 * the area's login, remembering the target. A form with unsaved input stays mounted but inert until
 * somebody has logged in again.
 */
function Guard() {
  const { pathname, search } = useLocation()
  const session = useSession((store) => store.session)
  const held = useSession(isHeld)
  const admin = isAdminPath(pathname)

  switch (session.is) {
    case 'unknown':
      return <Loader />
    case 'failed':
      return <NotKnown />
    case 'changed':
      return <Changed other={session.other} />
    case 'out': {
      if (held) break
      const door = admin ? paths.adminLogin : paths.login
      // After a logout the next student may be somebody else; administrators return to their page.
      const from = wasLoggedOut(session) && !admin ? null : { from: pathname + search }
      return <Navigate to={door} replace state={from} />
    }
    case 'in':
      // The back office decides which screens a moderator sees.
      if (admin && session.user.role === 'user') return <Navigate to={paths.dashboard} replace />
  }
  return (
    <div style={{ display: 'contents' }} inert={held}>
      <Outlet />
    </div>
  )
}

/**
 * The session could not be asked for. That may have been long ago, in the test window, which needs
 * none: asks again before it shows an error.
 */
function NotKnown() {
  const [isAsking, setAsking] = useState(true)
  useEffect(() => void loadSession().finally(() => setAsking(false)), [])
  if (isAsking) return <Loader />
  return <Failed message={shellTexts.loadFailed} onRetry={loadSession} />
}

function Failed(props: { message: string; onRetry: () => void }) {
  return (
    <Box p="xl" maw={560} mx="auto">
      <ErrorState {...props} />
    </Box>
  )
}
