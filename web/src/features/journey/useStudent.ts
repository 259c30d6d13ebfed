// The signed-in student, and what they may sit. Only inside the route guard.
import { useQuery } from '@tanstack/react-query'
import { registrationsQuery, subscriptionsQuery } from '@/api/queries/account'
import { useSession } from '@/stores/session'

export function useStudent() {
  const user = useSession((session) => session.user)
  const id = user?._id ?? ''
  // While the guard is sending a signed-out visitor away, there is nobody to ask for.
  const enabled = user !== null
  const subscriptions = useQuery({ ...subscriptionsQuery(id), enabled })
  const registrations = useQuery({ ...registrationsQuery(id), enabled })
  return { user, subscriptions, registrations }
}
