// The route guard (spec 1 §2): waits until the session has loaded, then shows the page or redirects
// to the area's login, remembering the target. A form with unsaved input stays mounted but inert
// until somebody has logged in again.
import { Box } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { shellTexts } from '@/shared/i18n/common'
import { isAdminPath, paths } from '@/shared/paths'
import { loadSession } from '@/shared/session/session'
import { wasLoggedOut } from '@/shared/session/state'
import { mustKeepForm, useSession } from '@/shared/session/useSession'
import { lazyPart } from '@/shared/ui/lazyPart'
import { ErrorState, Loader, ToLogin } from '@/shared/ui/states'
import type { ChangedProps } from './Changed'

const Changed = lazyPart<ChangedProps>(
  () => import('./Changed').then((m) => m.Changed),
  ({ again }) => <Failed message={shellTexts.notLoaded} onRetry={again} />,
  () => <Loader />,
)

export function Guard() {
  const { pathname } = useLocation()
  const session = useSession((store) => store.session)
  const mustKeep = useSession(mustKeepForm)
  const admin = isAdminPath(pathname)

  switch (session.is) {
    case 'unknown':
      return <Loader />
    case 'failed':
      return <NotKnown />
    case 'changed':
      return <Changed other={session.other} />
    case 'out':
      if (mustKeep) break
      // After a logout the next student may be somebody else; administrators return to their page.
      return (
        <ToLogin
          login={admin ? paths.adminLogin : paths.login}
          leadsBack={admin || !wasLoggedOut(session)}
        />
      )
    case 'in':
      // The back office decides which screens a moderator sees.
      if (admin && session.user.role === 'user') return <Navigate to={paths.dashboard} replace />
  }
  return (
    <div style={{ display: 'contents' }} inert={mustKeep}>
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
