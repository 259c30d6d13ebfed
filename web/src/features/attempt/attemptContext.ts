// What every part of an open test window shares.
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
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
  /** The name of the student whose test it is; null until the session is known. */
  owner: string | null
  /** The text above each question of the warm-up, which has no list of questions and takes no reports; null in a test. */
  guide: ReactNode
  /** Has screen readers read this text once they have finished the present one. */
  announce: (text: string) => void
}

export const AttemptContext = createContext<AttemptParts | null>(null)

export function useAttemptParts(): AttemptParts {
  const parts = useContext(AttemptContext)
  if (parts === null) throw new Error('outside of a test window')
  return parts
}

/** The user who is logged in in this browser instead of the student whose test it is; null if nobody else is. */
export function useIntruder(): User | null {
  const { test } = useAttemptParts()
  const holder = useSession(({ session }) => cookieUser(session))
  return holder !== null && holder._id !== test.user ? holder : null
}

/** A part of the running test; the component renders again only when that part changes. */
export const useTest = <T>(select: (state: TestState) => T): T =>
  useStore(useAttemptParts().test.store, select)

// The dialog over the test window: one at a time.

type DialogName = 'calculator' | 'keys' | 'map' | 'submit'

export interface Dialogs {
  open: DialogName | null
  show: (name: DialogName) => void
  /** Asks before submitting; with nothing answered, whether to cancel (spec 2 §5). */
  askSubmit: () => void
  close: () => void
}

export function useDialogs(): Dialogs {
  const [open, setOpen] = useState<DialogName | null>(null)
  const from = useRef<Element | null>(null)
  const show = useCallback((name: DialogName) => {
    from.current = document.activeElement
    setOpen(name)
  }, [])
  const askSubmit = useCallback(() => show('submit'), [show])
  const close = useCallback(() => setOpen(null), [])

  // Back to where the dialog was called from.
  useEffect(() => {
    if (open !== null || !(from.current instanceof HTMLElement)) return
    // Gone with its question where another has come up: there reading goes on.
    const to = from.current.isConnected
      ? from.current
      : document.querySelector<HTMLElement>('main h2[tabindex="-1"]')
    to?.focus()
  }, [open])

  return useMemo(() => ({ open, show, askSubmit, close }), [open, show, askSubmit, close])
}
