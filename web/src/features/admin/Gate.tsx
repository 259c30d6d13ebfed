// Shows a screen only to people who may use it. Moderators are redirected to their own work; others
// get an explanation.
import { Button } from '@mantine/core'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { paths } from '@/shared/paths'
import { isHeld, useSession } from '@/shared/session/useSession'
import { EmptyState } from '@/shared/ui/EmptyState'
import { type Access, useMay } from './access'
import { adminTexts } from './messages'
import { adminPaths } from './paths'

export function Gate({ access, children }: GateProps) {
  const allowed = useMay(access)
  // Someone who has filled in a form had access; the form stays until they have logged in again.
  const held = useSession(isHeld)
  const isAdmin = useMay('admin')
  const { pathname } = useLocation()
  if (allowed || held) return children
  // Everybody who logs in on the admin page arrives here.
  if (pathname === paths.admin) return <Navigate to={adminPaths.userTheories} replace />
  return (
    <>
      <title>{`${adminTexts.notYours} · Sabi`}</title>
      <EmptyState
        icon={Lock}
        heading
        title={adminTexts.notYours}
        action={
          <Button component={Link} to={isAdmin ? paths.admin : adminPaths.userTheories} mt="xs">
            {isAdmin ? adminTexts.dashboard : adminTexts.theory}
          </Button>
        }
      >
        {isAdmin ? adminTexts.superOnly : adminTexts.moderatorsOnly}
      </EmptyState>
    </>
  )
}

interface GateProps {
  access?: Access | undefined
  children: ReactNode
}
