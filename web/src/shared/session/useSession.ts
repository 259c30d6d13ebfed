// Who is signed in. The cookie is HttpOnly, so only GET /me can tell; until it has answered the
// session is `unknown` and the route guard waits.
import { create } from 'zustand'
import { onSessionEnd, sessionBegan } from '@/shared/api/client'
import type { User } from '@/shared/api/types'
import { tryStorage } from '@/shared/device/tryStorage'
import { useFlow } from '@/shared/flow/useFlow'

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

/** Local-storage keys with this prefix survive a logout: answers not yet sent to the server. */
export const keptPrefix = 'sabi.attempt.'

export const useSession = create<SessionStore>()((set) => ({
  session: { is: 'unknown' },
  unsaved: false,
  signedIn: (user) => {
    sessionBegan()
    set({ session: signedIn(user) })
  },
  signedOut: () => {
    useFlow.getState().reset()
    clearLocalStorage()
    set({ session: { is: 'out', why: 'loggedOut', last: null } })
  },
  expire: (inOtherTab = false) => set(({ session }) => ({ session: ended(session, inOtherTab) })),
  failed: () => set(({ session }) => ({ session: unanswered(session) })),
  setUnsaved: (unsaved) => set({ unsaved }),
}))

export const getSession = (): Session => useSession.getState().session

const userOf = ({ session }: { session: Session }) => (session.is === 'in' ? session.user : null)

/** The user whose screens are shown; null while nobody is signed in. */
export const useUser = (): User | null => useSession(userOf)

export const useUserId = (): string | undefined => useSession((store) => userOf(store)?._id)

/** The same outside of components. */
export const getUser = (): User | null => userOf(useSession.getState())

/** Whether the session ended while a form had unsaved text. */
export const isHeld = ({ session, unsaved }: SessionStore) => unsaved && hasEndedUnasked(session)

onSessionEnd(() => useSession.getState().expire())

/**
 * Resolves with the signed-in user once known; null if nobody is signed in or the server could not
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

// The session as this tab knows it, and what each event makes of it. Pure: the store above holds it,
// session.ts asks the server and listens to other tabs.

/** Why nobody is signed in. */
export type SignedOutReason =
  /** Nobody has been signed in since this page was loaded, as far as this tab knows. */
  | 'visitor'
  /**
   * The server no longer knows the session (401): it has expired, or was ended on another device or
   * by the server. What is stored on the device stays, the key of practice without internet too.
   */
  | 'expired'
  /** Another tab of this browser has ended it. */
  | 'otherTab'
  /** This tab has ended it. */
  | 'loggedOut'

interface SignedOut {
  why: SignedOutReason
  /** The id of the last user who was signed in here; null after a logout in this tab. */
  last: string | null
}

export type Session =
  /** GET /me has not answered since the page was loaded; the route guard waits. */
  | { is: 'unknown' }
  | {
      is: 'in'
      /** The user whose screens are shown. */
      user: User
      /**
       * Whether the server could not be asked: the user is the one who was signed in last on this
       * device, which is set up for practice without internet (shared/offline/background.ts).
       */
      isAssumed: boolean
    }
  | ({ is: 'out' } & SignedOut)
  /** GET /me failed. The rest is what was known before. */
  | ({ is: 'failed' } & SignedOut)
  | {
      /** Somebody else has signed in in another tab; this tab first has to show that. */
      is: 'changed'
      /** The user whose cookie this is now. */
      other: User
      /** The id of this tab's own user. */
      last: string | null
    }

/** The id of the last user who was signed in in this tab. */
export const lastUser = (session: Session): string | null =>
  session.is === 'in' ? session.user._id : session.is === 'unknown' ? null : session.last

/** The user whose cookie this is, as far as this tab knows. */
export const cookieUser = (session: Session): User | null =>
  session.is === 'in' ? session.user : session.is === 'changed' ? session.other : null

/** After a login, or once GET /me has named this tab's own user. */
export const signedIn = (user: User): Session => ({ is: 'in', user, isAssumed: false })

/**
 * Once GET /me has named `found`. Where another user's screens are shown here, or a form has unsaved
 * text, this tab first shows who it is now.
 */
export function found(session: Session, user: User, unsaved: boolean): Session {
  const last = lastUser(session)
  const isOpen = session.is === 'in' || session.is === 'changed' || unsaved
  if (!isOpen || last === null || last === user._id) return signedIn(user)
  return { is: 'changed', other: user, last }
}

/**
 * After a 401, or a logout in another tab (`inOtherTab`). A session that had ended before keeps its
 * reason.
 */
export const ended = (session: Session, inOtherTab: boolean): Session =>
  session.is === 'in' || session.is === 'changed'
    ? { is: 'out', why: inOtherTab ? 'otherTab' : 'expired', last: lastUser(session) }
    : { is: 'out', ...signedOut(session) }

/** After GET /me has failed. A late failure does not overwrite the answer of another call. */
export const unanswered = (session: Session): Session =>
  session.is === 'in' ? session : { is: 'failed', ...signedOut(session) }

const signedOut = (session: Session): SignedOut => ({
  why: 'why' in session ? session.why : 'visitor',
  last: lastUser(session),
})

/** Whether the session ended without a logout in this tab, so that the log-in page can say so. */
export const hasEndedUnasked = (session: Session): boolean =>
  'why' in session && (session.why === 'expired' || session.why === 'otherTab')

/**
 * Whether it was ended on purpose in this browser: the next user starts at their own home page, and
 * what is stored for practice without internet is deleted.
 */
export const wasLoggedOut = (session: Session): boolean =>
  session.is === 'out' && (session.why === 'otherTab' || session.why === 'loggedOut')

/** Whether the server could not be asked, and the user is the one who was signed in last. */
export const isAssumed = (session: Session): boolean => session.is === 'in' && session.isAssumed
