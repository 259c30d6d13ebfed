// The way in: for a visitor an account, for whoever has one their own first page.
import { paths } from '@/shared/paths'
import { useSession } from '@/shared/session/useSession'
import { messages } from './messages'

export function useDoor(): { to: string; label: string } {
  const role = useSession((session) => session.user?.role)
  if (role === undefined) return { to: paths.register, label: messages.home.start }
  const to = role === 'user' ? paths.dashboard : paths.admin
  return { to, label: messages.home.toDashboard }
}
