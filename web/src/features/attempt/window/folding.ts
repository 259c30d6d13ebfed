// How a passage was left on a phone, kept in its tab for a reload.
import { useEffect, useState } from 'react'
import { tryStorage } from '@/shared/device/tryStorage'

const KEY = 'sabi.passage'

interface Folding {
  /** Which passage of which test. */
  place: string
  /** The number of the question with which it was come to. */
  entered: number
  /** Opened or closed by the student; null if neither. */
  byHand: boolean | null
}

/** Whether the passage is open while the question `current` is shown, and what opens and closes it. */
export function useFolding(place: string, current: number) {
  const [folding, setFolding] = useState<Folding>(
    () => kept(place) ?? { place, entered: current, byHand: null },
  )
  useEffect(() => {
    tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify(folding)))
    // Left for another question or page: come to anew, it is there to be read.
    return () => tryStorage(() => sessionStorage.removeItem(KEY))
  }, [folding])
  const open = folding.byHand ?? current === folding.entered
  const toggle = () => setFolding({ ...folding, byHand: !open })
  return { open, byHand: folding.byHand, toggle }
}

function kept(place: string): Folding | null {
  const found: unknown = tryStorage(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
  if (typeof found !== 'object' || found === null) return null
  const { place: of, entered, byHand } = found as Partial<Folding>
  const isWhole = of === place && typeof entered === 'number'
  return isWhole ? { place, entered, byHand: typeof byHand === 'boolean' ? byHand : null } : null
}
