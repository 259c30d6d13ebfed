// Who is signed in. The cookie is HttpOnly, so only GET /me can tell; until it has
// answered the status is `unknown` and the route guard waits.

import { create } from 'zustand'
import type { User } from '@/api/types'
import { useFlow } from './flow'

export type SessionStatus = 'unknown' | 'in' | 'out' | 'failed'

interface Session {
  status: SessionStatus
  user: User | null
  /** Whether the session ended by itself, so that the sign-in page can say so. */
  expired: boolean
  signedIn: (user: User) => void
  signedOut: () => void
  /** The server no longer knows the session (401). Keeps what is stored on the device. */
  expire: () => void
  /** GET /me could not be asked. */
  failed: () => void
}

/** Local-storage keys with this prefix survive a logout: answers not yet sent to the server. */
export const keptPrefix = 'sabi.attempt.'

export const useSession = create<Session>()((set, get) => ({
  status: 'unknown',
  user: null,
  expired: false,
  signedIn: (user) => set({ status: 'in', user, expired: false }),
  signedOut: () => {
    useFlow.getState().reset()
    clearLocalStorage()
    void import('./testStorage').then(({ forgetAttempts }) => forgetAttempts())
    set({ status: 'out', user: null, expired: false })
  },
  expire: () => set({ expired: get().status === 'in', status: 'out', user: null }),
  failed: () => set({ status: 'failed', user: null }),
}))

/** Logout clears local storage (spec 1 §4), except answers that wait to be sent. */
function clearLocalStorage() {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(keptPrefix)) localStorage.removeItem(key)
  }
}
