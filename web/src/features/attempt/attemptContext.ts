// What every part of an open test window shares.
import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import type { Attempt, User } from '@/shared/api/types'
import type { Test } from '@/shared/attempt/run'
import type { TestState } from '@/shared/attempt/state'
import { cookieUser } from '@/shared/session/state'
import { useSession } from '@/shared/session/useSession'
import type { PaperModel } from './model/paper'

export interface AttemptParts {
  test: Test
  attempt: Attempt
  paper: PaperModel
  /** The name of the student whose test it is; null until the session has told it. */
  owner: string | null
  /** What stands above the question of a warm-up, which has no list and takes no reports; else null. */
  guide: ReactNode
  /** Says something to users of a screen reader, when they are at leisure. */
  announce: (text: string) => void
}

export const AttemptContext = createContext<AttemptParts | null>(null)

export function useAttemptParts(): AttemptParts {
  const parts = useContext(AttemptContext)
  if (parts === null) throw new Error('outside of a test window')
  return parts
}

/** Who is signed in in this browser in the place of the student whose test it is. */
export function useIntruder(): User | null {
  const { test } = useAttemptParts()
  const holder = useSession(({ session }) => cookieUser(session))
  return holder !== null && holder._id !== test.user ? holder : null
}

/** A part of the running test; the component renders again only when that part changes. */
export const useTest = <T>(select: (state: TestState) => T): T =>
  useStore(useAttemptParts().test.store, select)
