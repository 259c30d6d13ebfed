import { useEffect, useRef } from 'react'
import { mainId } from './SkipLink'

/** Lets reading start anew in the main part once another page is shown there. */
export function useFreshPage(location: string): void {
  const shown = useRef(location)
  useEffect(() => {
    if (shown.current === location) return
    shown.current = location
    document.getElementById(mainId)?.focus({ preventScroll: true })
  }, [location])
}
