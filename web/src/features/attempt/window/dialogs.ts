// Which dialog lies over the test window: one at a time.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

export type DialogName = 'calculator' | 'keys' | 'map' | 'submit'

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
