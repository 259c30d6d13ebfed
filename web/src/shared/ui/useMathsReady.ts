// Holds a text back until its formulas can be set, so that nothing below it moves when they are.
import { useEffect, useState } from 'react'
import { hasMaths, isMathsLoaded, loadMaths } from './RichText'

/** How long a text waits for KaTeX before it is shown with the source of its formulas, in milliseconds. */
const LONGEST_WAIT = 4_000

/** Whether a text, or anything that holds it, can be shown as it will stay. Waits once at most. */
export function useMathsReady(text: string): boolean {
  const [hasWaited, setHasWaited] = useState(false)
  const waits = !hasWaited && hasMaths(text) && !isMathsLoaded()
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(setHasWaited, LONGEST_WAIT, true)
    void loadMaths().then(() => setHasWaited(true))
    return () => clearTimeout(timer)
  }, [waits])
  return !waits
}
