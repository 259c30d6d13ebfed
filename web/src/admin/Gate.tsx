// Keeps from a screen who may not see it: a moderator is led to their own work, and anybody else
// is told.
import { Button } from '@mantine/core'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { paths } from '@/paths'
import { isHeld, useSession } from '@/stores/session'
import { EmptyState } from '@/ui/EmptyState'
import { type Access, useMay } from './access'
import { messages } from './messages'
import { adminPaths } from './paths'

const words = messages.admin

export function Gate({ access, children }: GateProps) {
  const allowed = useMay(access)
  // Who filled in a form was let in; it stays until they have signed in again.
  const held = useSession(isHeld)
  const isAdmin = useMay('admin')
  const { pathname } = useLocation()
  if (allowed || held) return children
  // Where everybody is led who signs in at the admin door.
  if (pathname === paths.admin) return <Navigate to={adminPaths.userTheories} replace />
  return (
    <>
      <title>{`${words.notYours} · Sabi`}</title>
      <EmptyState
        icon={Lock}
        heading
        title={words.notYours}
        action={
          <Button component={Link} to={isAdmin ? paths.admin : adminPaths.userTheories} mt="xs">
            {isAdmin ? words.dashboard : words.theory}
          </Button>
        }
      >
        {isAdmin ? words.superOnly : words.moderatorsOnly}
      </EmptyState>
    </>
  )
}

interface GateProps {
  access?: Access | undefined
  children: ReactNode
}
