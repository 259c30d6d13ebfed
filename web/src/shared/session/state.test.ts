// What each event makes of the session, and what the screens read from it.
import { describe, expect, it } from 'vitest'
import { student } from '@/testing/data'
import {
  cookieUser,
  ended,
  found,
  hasEndedUnasked,
  isAssumed,
  lastUser,
  type Session,
  signedIn,
  unanswered,
  wasLoggedOut,
} from './state'

const other = { ...student, _id: 'u2' }
const { _id: last } = student

const unknown: Session = { is: 'unknown' }
const inside = signedIn(student)
const assumed: Session = { is: 'in', user: student, isAssumed: true }
const visitor: Session = { is: 'out', why: 'visitor', last: null }
const expired: Session = { is: 'out', why: 'expired', last }
const otherTab: Session = { is: 'out', why: 'otherTab', last }
const loggedOut: Session = { is: 'out', why: 'loggedOut', last: null }
const failed: Session = { is: 'failed', why: 'visitor', last: null }
const failedLater: Session = { is: 'failed', why: 'expired', last }
const changed: Session = { is: 'changed', other, last }

describe('the next session', () => {
  it.each([
    // before, after a 401, after a logout in another tab, after a failed GET /me
    ['unknown', unknown, visitor, visitor, failed],
    ['in', inside, expired, otherTab, inside],
    ['assumed', assumed, expired, otherTab, assumed],
    ['visitor', visitor, visitor, visitor, failed],
    ['expired', expired, expired, expired, failedLater],
    ['ended in another tab', otherTab, otherTab, otherTab, { ...otherTab, is: 'failed' }],
    ['logged out', loggedOut, loggedOut, loggedOut, { ...loggedOut, is: 'failed' }],
    ['failed', failed, visitor, visitor, failed],
    ['failed after it expired', failedLater, expired, expired, failedLater],
    ['changed', changed, expired, otherTab, { is: 'failed', why: 'visitor', last }],
  ] as [string, Session, Session, Session, Session][])(
    'of %s',
    (_, before, after401, afterLogout, afterFailure) => {
      expect(ended(before, false)).toEqual(after401)
      expect(ended(before, true)).toEqual(afterLogout)
      expect(unanswered(before)).toEqual(afterFailure)
    },
  )

  const third = { ...student, _id: 'u3' }
  const changedTo = (user: typeof student): Session => ({ is: 'changed', other: user, last })
  it.each([
    // before, once GET /me names somebody else, the same while a form has unsaved text
    ['unknown', unknown, signedIn(third), signedIn(third)],
    ['in', inside, changedTo(third), changedTo(third)],
    ['assumed', assumed, changedTo(third), changedTo(third)],
    ['visitor', visitor, signedIn(third), signedIn(third)],
    ['expired', expired, signedIn(third), changedTo(third)],
    ['logged out', loggedOut, signedIn(third), signedIn(third)],
    ['failed after it expired', failedLater, signedIn(third), changedTo(third)],
    ['changed', changed, changedTo(third), changedTo(third)],
  ] as [string, Session, Session, Session][])(
    'of %s, when a user is found',
    (_, before, saved, unsaved) => {
      expect(found(before, third, false)).toEqual(saved)
      expect(found(before, third, true)).toEqual(unsaved)
      expect(found(before, student, true)).toEqual(inside)
    },
  )
})

it.each([
  // session, last user, owner of the cookie, ended unasked, logged out in this browser
  ['unknown', unknown, null, undefined, false, false],
  ['in', inside, last, last, false, false],
  ['assumed', assumed, last, last, false, false],
  ['visitor', visitor, null, undefined, false, false],
  ['expired', expired, last, undefined, true, false],
  ['ended in another tab', otherTab, last, undefined, true, true],
  ['logged out', loggedOut, null, undefined, false, true],
  ['failed', failed, null, undefined, false, false],
  ['failed after it expired', failedLater, last, undefined, true, false],
  ['changed', changed, last, 'u2', false, false],
] as [string, Session, string | null, string | undefined, boolean, boolean][])(
  'reads %s',
  (_, session, lastId, owner, unasked, left) => {
    expect(lastUser(session)).toBe(lastId)
    expect(cookieUser(session)?._id).toBe(owner)
    expect(hasEndedUnasked(session)).toBe(unasked)
    expect(wasLoggedOut(session)).toBe(left)
    expect(isAssumed(session)).toBe(session === assumed)
  },
)
