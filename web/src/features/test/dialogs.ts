// Which dialog lies over the test window: one at a time.
import { useCallback, useMemo, useState } from 'react'
import { answeredCount } from '@/stores/testState'
import { useSitting } from './sitting'

export type DialogName = 'calculator' | 'keys' | 'map' | 'submit' | 'cancel'

export interface Dialogs {
  open: DialogName | null
  show: (name: DialogName) => void
  /** Asks before submitting; with nothing answered, whether to cancel (spec 2 §5). */
  askSubmit: () => void
  close: () => void
}

export function useDialogs(): Dialogs {
  const { test } = useSitting()
  const [open, setOpen] = useState<DialogName | null>(null)
  const askSubmit = useCallback(
    () => setOpen(answeredCount(test.store.getState()) === 0 ? 'cancel' : 'submit'),
    [test],
  )
  const close = useCallback(() => setOpen(null), [])
  return useMemo(() => ({ open, show: setOpen, askSubmit, close }), [open, askSubmit, close])
}
