// The main link of the home page: registration for a visitor, the first page of a person who is logged in.
import { paths } from '@/shared/paths'
import { useUser } from '@/shared/session/useSession'
import { homePageTexts } from './messages'

export function useDoor(): { to: string; label: string } {
  const role = useUser()?.role
  if (role === undefined) return { to: paths.register, label: homePageTexts.start }
  const to = role === 'user' ? paths.dashboard : paths.admin
  return { to, label: homePageTexts.toDashboard }
}
