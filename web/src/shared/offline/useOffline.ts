// Whether the server cannot be reached, as far as this tab knows.
import { isAssumed } from '@/shared/session/state'
import { useSession } from '@/shared/session/useSession'
import { useConnected } from '@/shared/ui/states'

/** The browser says that there is no network, or the server did not say who is logged in. */
export function useOffline(): boolean {
  const isUnanswered = useSession(({ session }) => isAssumed(session))
  return !useConnected() || isUnanswered
}
