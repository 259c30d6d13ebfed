// Who is signed in. The cookie is HttpOnly, so only GET /me can tell; until it has
// answered the status is `unknown` and the route guard waits.

import { create } from 'zustand'
import { onSessionEnd, sessionBegan } from '@/api/client'
import type { User } from '@/api/types'
import { useFlow } from './flow'
import { tryStorage } from './tryStorage'

export type SessionStatus =
  | 'unknown'
  | 'in'
  | 'out'
  /** GET /me could not be asked. */
  | 'failed'
  /** Somebody else has signed in in another tab; nothing goes on before that was seen. */
  | 'changed'

interface Session {
  status: SessionStatus
  /** Whose screens these are. */
  user: User | null
  /** Who has signed in instead, while the status is `changed`. */
  other: User | null
  /** The id of who was signed in here last. */
  last: string | null
  /** Whether the session ended by itself, so that the sign-in page can say so. */
  expired: boolean
  /** Whether it was ended on purpose in this browser: whoever comes next begins at their own place. */
  left: boolean
  /** Whether a form on screen holds what no server has: it outlasts the end of the session. */
  unsaved: boolean
  signedIn: (user: User) => void
  signedOut: () => void
  /**
   * The server no longer knows the session (401), or another tab has ended it (`left`). Keeps what
   * is stored on the device.
   */
  expire: (left?: boolean) => void
  failed: () => void
  /** The cookie is somebody else's now. */
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
    set({ status: 'in', user, other: null, last: user._id, expired: false, left: false })
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

/** Whether the session ended over a form that holds what no server has. */
export const isHeld = ({ expired, unsaved }: Session) => expired && unsaved

onSessionEnd(() => useSession.getState().expire())

/** Who is signed in, once that is known; null when nobody is, or it could not be asked. */
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

/** Whether it is worth looking for such answers: costs no database and no code. */
export function mayHaveKept(): boolean {
  const keys = tryStorage(() => Object.keys(localStorage)) ?? []
  return keys.some((key) => key.startsWith(keptPrefix))
}

/** The id of who the cookie belongs to, as far as this tab knows. */
export function cookieOwner(): string | null {
  const { user, other } = useSession.getState()
  return (user ?? other)?._id ?? null
}

/** Logout clears local storage (spec 1 §4), except answers that wait to be sent. */
function clearLocalStorage() {
  for (const key of tryStorage(() => Object.keys(localStorage)) ?? []) {
    if (key.startsWith(keptPrefix)) continue
    tryStorage(() => localStorage.removeItem(key))
  }
}
