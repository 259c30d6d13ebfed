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
export const endSession = () => endOnce(false)

/** The same for the sessions of all devices. */
export const endEverywhere = () => endOnce(true)

function endOnce(everywhere: boolean): Promise<boolean> {
  ending ??= end(everywhere).finally(() => {
    ending = null
  })
  return ending
}

async function end(everywhere: boolean): Promise<boolean> {
  try {
    await logout(everywhere)
  } catch (thrown) {
    const error = toApiError(thrown)
    // If the server was not reached the cookie is still valid: "logged out" would be false.
    if (error.status !== 401) {
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
