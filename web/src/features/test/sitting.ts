// What every part of an open test window shares.
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Attempt } from '@/api/types'
import type { TestState } from './attempt/state'
import type { Test } from './attempt/store'
import type { PaperModel } from './model/paper'

export interface Sitting {
  test: Test
  attempt: Attempt
  paper: PaperModel
  /** Says something to users of a screen reader, when they are at leisure. */
  announce: (text: string) => void
}

export const SittingContext = createContext<Sitting | null>(null)

export function useSitting(): Sitting {
  const sitting = useContext(SittingContext)
  if (sitting === null) throw new Error('outside of a test window')
  return sitting
}

/** A part of the running test; the component renders again only when that part changes. */
export const useTest = <T>(select: (state: TestState) => T): T =>
  useStore(useSitting().test.store, select)
