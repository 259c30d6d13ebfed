// Who is logged in. The cookie is HttpOnly, so only GET /me can tell; until it has answered the
// session is `unknown` and the route guard waits.

import { create } from 'zustand'
import { onSessionEnd, sessionChanged } from '@/shared/api/client'
import type { User } from '@/shared/api/types'
import { tryStorage } from '@/shared/device/tryStorage'
import { useFlow } from '@/shared/flow/useFlow'
import { useConnected } from '@/shared/ui/states'
import {
  cookieUser,
  ended,
  hasEndedUnasked,
  isAssumed,
  type Session,
  signedIn,
  unanswered,
} from './state'

interface SessionStore {
  session: Session
  /** Whether an open form has unsaved text, which must be kept when the session ends. */
  unsaved: boolean
  signedIn: (user: User) => void
  signedOut: () => void
  /**
   * Records that the server no longer knows the session (401), or that another tab has ended it.
   * Keeps what is stored on the device.
   */
  expire: (inOtherTab?: boolean) => void
  /** Records that GET /me failed. */
  failed: () => void
  setUnsaved: (unsaved: boolean) => void
}

/** The prefix of the answers of tests in local storage: at logout, `forgetAttempts` decides which stay. */
export const keptPrefix = 'sabi.attempt.'

export const useSession = create<SessionStore>()((set) => ({
  session: { is: 'unknown' },
  unsaved: false,
  signedIn: (user) => {
    sessionChanged()
    set({ session: signedIn(user) })
  },
  signedOut: () => {
    sessionChanged()
    useFlow.getState().reset()
    clearLocalStorage()
    set({ session: { is: 'out', why: 'loggedOut', last: null } })
  },
  expire: (inOtherTab = false) => {
    if (getSession().is !== 'out') sessionChanged()
    set(({ session }) => ({ session: ended(session, inOtherTab) }))
  },
  failed: () => set(({ session }) => ({ session: unanswered(session) })),
  setUnsaved: (unsaved) => set({ unsaved }),
}))

export const getSession = (): Session => useSession.getState().session

const userOf = ({ session }: { session: Session }) => (session.is === 'in' ? session.user : null)

/** The user whose screens are shown; null while nobody is logged in. */
export const useUser = (): User | null => useSession(userOf)

export const useUserId = (): string | undefined => useSession((store) => userOf(store)?._id)

/** The same outside of components. */
export const getUser = (): User | null => userOf(useSession.getState())

/**
 * Whether the server cannot be reached, as far as this tab knows: the browser says that there is no network, or
 * the server did not say who is logged in.
 */
export function useOffline(): boolean {
  const isUnanswered = useSession(({ session }) => isAssumed(session))
  return !useConnected() || isUnanswered
}

/** Whether the session ended while a form had unsaved text. */
export const mustKeepForm = ({ session, unsaved }: SessionStore) =>
  unsaved && hasEndedUnasked(session)

onSessionEnd(() => useSession.getState().expire())

/**
 * Resolves with the logged-in user once known; null if nobody is logged in or the server could not
 * be asked.
 */
export async function sessionKnown(): Promise<User | null> {
  if (getSession().is === 'unknown') {
    await new Promise<void>((known) => {
      const stop = useSession.subscribe(({ session }) => {
        if (session.is === 'unknown') return
        stop()
        known()
      })
    })
  }
  return getUser()
}

/** Whether there may be unsent answers on this device; needs neither a database nor extra code. */
export function mayHaveKept(): boolean {
  const keys = tryStorage(() => Object.keys(localStorage)) ?? []
  return keys.some((key) => key.startsWith(keptPrefix))
}

/** The id of the user whose cookie this is, as far as this tab knows. */
export const cookieOwner = (): string | null => cookieUser(getSession())?._id ?? null

/** Logging out clears local storage (spec 1 §4), except for unsent answers. */
function clearLocalStorage() {
  for (const key of tryStorage(() => Object.keys(localStorage)) ?? []) {
    if (key.startsWith(keptPrefix)) continue
    tryStorage(() => localStorage.removeItem(key))
  }
}
