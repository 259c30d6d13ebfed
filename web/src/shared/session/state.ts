// The session as this tab knows it, and what each event makes of it. Pure: useSession.ts stores it,
// session.ts asks the server and listens to other tabs.
import type { User } from '@/shared/api/types'

/** Why nobody is logged in. */
export type SignedOutReason =
  /** Nobody has been logged in since this page was loaded, as far as this tab knows. */
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
  /** The id of the last user who was logged in here; null after a logout in this tab. */
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
       * Whether the server could not be asked: the user is the one who was logged in last on this
       * device, which is set up for practice without internet (shared/offline/background.ts).
       */
      isAssumed: boolean
    }
  | ({ is: 'out' } & SignedOut)
  /** GET /me failed. The rest is what was known before. */
  | ({ is: 'failed' } & SignedOut)
  | {
      /** Somebody else has logged in from another tab; this tab first has to show that. */
      is: 'changed'
      /** The user whose cookie this is now. */
      other: User
      /** The id of this tab's own user. */
      last: string | null
    }

/** The id of the last user who was logged in in this tab. */
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

/** Whether the server could not be asked, and the user is the one who was logged in last. */
export const isAssumed = (session: Session): boolean => session.is === 'in' && session.isAssumed
