// Ends the session: logs out, and removes what the session leaves in this browser. Apart from its
// start, because visitors need only that.

import { queryClient } from '@/shared/api/client'
import { toApiError } from '@/shared/api/errors'
import { logout } from '@/shared/api/queries/account'
import { forgetSent } from '@/shared/attempt/keptAnswers'
import { shellTexts } from '@/shared/i18n/common'
import { notify } from '@/shared/ui/notify'
import { notifyTabs } from './session'
import { useSession } from './useSession'

let ending: Promise<boolean> | null = null

/**
 * Ends the session of this browser; other devices stay logged in. Calls made meanwhile share the one
 * request. Returns whether it ended.
 */
export function endSession(): Promise<boolean> {
  ending ??= end(false).finally(() => {
    ending = null
  })
  return ending
}

/** Ends the sessions of all devices. Returns whether they ended. */
export const endEverywhere = () => end(true)

async function end(everywhere: boolean): Promise<boolean> {
  try {
    await logout(everywhere)
  } catch (thrown) {
    const error = toApiError(thrown)
    // If the server was not reached the cookie is still valid: "logged out" would be false. Neither would it be true
    // of the other devices if this session had ended before.
    if (error.status !== 401 || everywhere) {
      notify.error(error.errMessage)
      return false
    }
  }
  leaveSession()
  void forgetSent()
  notify.success(shellTexts.loggedOut)
  return true
}

/** Records that the server has ended the session, and removes its data from this browser. */
export function leaveSession(): void {
  useSession.getState().signedOut()
  queryClient.clear()
  notifyTabs(null)
}
