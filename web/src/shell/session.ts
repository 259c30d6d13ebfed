// Starts and ends the session: asks once who is signed in, signs in, logs out.
import { toApiError } from '@/api/errors'
import { findMe, logout } from '@/api/queries/account'
import { queryClient } from '@/api/queryClient'
import type { User } from '@/api/types'
import { messages } from '@/messages'
import { useFlow } from '@/stores/flow'
import { useSession } from '@/stores/session'
import { notify } from '@/ui/notify'

/** Finds out who is signed in; the guard waits for it. */
export async function loadSession(): Promise<void> {
  try {
    useSession.getState().signedIn(await findMe())
  } catch (thrown) {
    // A 401 has already been put down as signed out.
    if (toApiError(thrown).status !== 401) useSession.getState().failed()
  }
}

/** A new session: nothing of the one before may show through. */
export function startSession(user: User): void {
  queryClient.clear()
  useFlow.getState().reset()
  useSession.getState().signedIn(user)
}

/** Ends the session here and on the server. */
export async function endSession(): Promise<void> {
  try {
    await logout()
  } catch (thrown) {
    const error = toApiError(thrown)
    // Without the server the cookie stays valid: saying "logged out" would be a lie.
    if (error.status !== 401) {
      notify.error(error.errMessage)
      return
    }
  }
  useSession.getState().signedOut()
  queryClient.clear()
  notify.success(messages.session.loggedOut)
}
