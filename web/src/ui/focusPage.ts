// Where reading goes on once another page is shown: at its heading. One that comes later, with
// its data, takes the focus over, as long as nobody has moved it on.
import { useEffect, useRef } from 'react'
import { mainId } from './SkipLink'

/** Moves the focus to the heading of the page, or to the content, when the location changes. */
export function useFocusOnChange(location: string): void {
  const shown = useRef(location)
  useEffect(() => {
    if (shown.current === location) return
    shown.current = location
    const main = document.getElementById(mainId)
    const heading = main?.querySelector<HTMLElement>('h1[tabindex]')
    ;(heading ?? main)?.focus({ preventScroll: true })
  }, [location])
}

/** Goes on the page's heading; `tabIndex={-1}` beside it. */
export function takeFocus(heading: HTMLElement | null): void {
  if (document.activeElement?.id === mainId) heading?.focus({ preventScroll: true })
}
