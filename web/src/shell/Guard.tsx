// The route guard (spec 1 §2): waits while the session loads, then lets pass or sends to
// the door of the area, remembering where the visitor was going. A form that is filled in
// stays where it is, out of reach, until its session has a successor.
import { Box } from '@mantine/core'
import { Navigate, Outlet, useLocation } from 'react-router'
import { isAdminPath, paths } from '@/paths'
import { isHeld, useSession } from '@/stores/session'
import { ErrorState } from '@/ui/ErrorState'
import { Loader } from '@/ui/Loader'
import { lazyPart } from '@/ui/lazyPart'
import type { ChangedProps } from './Changed'
import { messages } from './messages'
import { loadSession } from './session'

const Changed = lazyPart<ChangedProps>(
  () => import('./Changed').then((m) => m.Changed),
  ({ again }) => <Failed message={messages.shell.notLoaded} onRetry={again} />,
  () => <Loader />,
)

export function Guard() {
  const { pathname, search } = useLocation()
  const status = useSession((session) => session.status)
  const role = useSession((session) => session.user?.role)
  const other = useSession((session) => session.other)
  const held = useSession(isHeld)
  const left = useSession((session) => session.left)

  if (status === 'unknown') return <Loader />
  if (status === 'failed') {
    return <Failed message={messages.shell.loadFailed} onRetry={loadSession} />
  }
  if (other !== null) return <Changed other={other} />
  const admin = isAdminPath(pathname)
  if (status === 'out' && !held) {
    const door = admin ? paths.adminLogin : paths.login
    // After a logout the next student may be somebody else; administrators go on where they were.
    const from = left && !admin ? null : { from: pathname + search }
    return <Navigate to={door} replace state={from} />
  }
  // Which of its screens a moderator sees, the back office knows.
  if (!held && admin && role === 'user') return <Navigate to={paths.dashboard} replace />
  return (
    <div style={{ display: 'contents' }} inert={held}>
      <Outlet />
    </div>
  )
}

function Failed(props: { message: string; onRetry: () => void }) {
  return (
    <Box p="xl" maw={560} mx="auto">
      <ErrorState {...props} />
    </Box>
  )
}
