// Who is signed in. The cookie is HttpOnly, so only GET /me can tell; until it has answered the
// status is `unknown` and the route guard waits.

import { create } from 'zustand'
import { onSessionEnd, sessionBegan } from '@/shared/api/client'
import type { User } from '@/shared/api/types'
import { tryStorage } from '@/shared/device/tryStorage'
import { useFlow } from '@/shared/flow/useFlow'

export type SessionStatus =
  | 'unknown'
  | 'in'
  | 'out'
  /** GET /me failed. */
  | 'failed'
  /** Somebody else has signed in in another tab; this tab first has to show that. */
  | 'changed'

interface Session {
  status: SessionStatus
  /** The user whose screens are shown. */
  user: User | null
  /** The user who has signed in instead, while the status is `changed`. */
  other: User | null
  /** The id of the last user who was signed in here. */
  last: string | null
  /** Whether the session ended by itself, so that the log-in page can say so. */
  expired: boolean
  /**
   * Whether it was ended on purpose in this browser; then the next user starts at their own home
   * page.
   */
  left: boolean
  /**
   * Whether the server could not be asked: the user is who was signed in last on this device, which is
   * set up for practice without internet (shared/offline/background.ts).
   */
  isAssumed?: boolean
  /** Whether an open form has unsaved text, which must be kept when the session ends. */
  unsaved: boolean
  signedIn: (user: User) => void
  signedOut: () => void
  /**
   * Records that the server no longer knows the session (401), or that another tab has ended it
   * (`left`). Keeps what is stored on the device.
   */
  expire: (left?: boolean) => void
  failed: () => void
  /** Records that the cookie is another user's now. */
  changed: (other: User) => void
  setUnsaved: (unsaved: boolean) => void
}

/** Local-storage keys with this prefix survive a logout: answers not yet sent to the server. */
export const keptPrefix = 'sabi.attempt.'

export const useSession = create<Session>()((set, get) => ({
  status: 'unknown',
  user: null,
  other: null,
  last: null,
  expired: false,
  left: false,
  unsaved: false,
  signedIn: (user) => {
    sessionBegan()
    set({
      status: 'in',
      user,
      other: null,
      last: user._id,
      expired: false,
      left: false,
      isAssumed: false,
    })
  },
  signedOut: () => {
    useFlow.getState().reset()
    clearLocalStorage()
    set({ status: 'out', user: null, other: null, last: null, expired: false, left: true })
  },
  expire: (left = false) => {
    const { status, expired, left: before } = get()
    const ended = status === 'in' || status === 'changed'
    set({ expired: expired || ended, left: before || left, status: 'out', user: null, other: null })
  },
  failed: () => set({ status: 'failed', user: null, other: null }),
  changed: (other) => set({ status: 'changed', user: null, other }),
  setUnsaved: (unsaved) => set({ unsaved }),
}))

/** Whether the session ended while a form had unsaved text. */
export const isHeld = ({ expired, unsaved }: Session) => expired && unsaved

onSessionEnd(() => useSession.getState().expire())

/**
 * Resolves with the signed-in user once known; null if nobody is signed in or the server could not
 * be asked.
 */
export async function sessionKnown(): Promise<User | null> {
  if (useSession.getState().status === 'unknown') {
    await new Promise<void>((known) => {
      const stop = useSession.subscribe(({ status }) => {
        if (status === 'unknown') return
        stop()
        known()
      })
    })
  }
  return useSession.getState().user
}

/** Whether there may be unsent answers on this device; needs neither a database nor extra code. */
export function mayHaveKept(): boolean {
  const keys = tryStorage(() => Object.keys(localStorage)) ?? []
  return keys.some((key) => key.startsWith(keptPrefix))
}

/** The id of the user whose cookie this is, as far as this tab knows. */
export function cookieOwner(): string | null {
  const { user, other } = useSession.getState()
  return (user ?? other)?._id ?? null
}

/** Logging out clears local storage (spec 1 §4), except for unsent answers. */
function clearLocalStorage() {
  for (const key of tryStorage(() => Object.keys(localStorage)) ?? []) {
    if (key.startsWith(keptPrefix)) continue
    tryStorage(() => localStorage.removeItem(key))
  }
}
