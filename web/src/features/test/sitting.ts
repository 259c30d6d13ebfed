// What every part of an open test window shares.
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Attempt, User } from '@/api/types'
import { useSession } from '@/stores/session'
import type { Test } from './attempt/run'
import type { TestState } from './attempt/state'
import type { PaperModel } from './model/paper'

export interface Sitting {
  test: Test
  attempt: Attempt
  paper: PaperModel
  /** The name of the student whose test it is; null until the session has told it. */
  owner: string | null
  /** Says something to users of a screen reader, when they are at leisure. */
  announce: (text: string) => void
}

export const SittingContext = createContext<Sitting | null>(null)

export function useSitting(): Sitting {
  const sitting = useContext(SittingContext)
  if (sitting === null) throw new Error('outside of a test window')
  return sitting
}

/** Who is signed in in this browser in the place of the student whose test it is. */
export function useIntruder(): User | null {
  const { test } = useSitting()
  const holder = useSession((session) => session.user ?? session.other)
  return holder !== null && holder._id !== test.user ? holder : null
}

/** A part of the running test; the component renders again only when that part changes. */
export const useTest = <T>(select: (state: TestState) => T): T =>
  useStore(useSitting().test.store, select)
