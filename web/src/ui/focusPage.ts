// Where reading goes on once another page is shown: at its heading. One that comes later, with
// its data, takes the focus over, as long as nobody has moved it on.
import { createContext, useContext, useEffect } from 'react'
import { mainId } from './SkipLink'

/** Which location was shown last, whatever frame it had; none before the first. */
export const Shown = createContext<{ last?: string }>({})

/** Moves the focus to the heading of the page, or to the content, when the location changes. */
export function useFocusOnChange(location: string): void {
  const shown = useContext(Shown)
  useEffect(() => {
    const { last } = shown
    shown.last = location
    if (last === undefined || last === location) return
    const main = document.getElementById(mainId)
    const heading = main?.querySelector<HTMLElement>('h1[tabindex]')
    ;(heading ?? main)?.focus({ preventScroll: true })
  }, [location, shown])
}

/** Takes down that a page is shown which leaves the focus where it is. */
export function useShown(location: string): void {
  const shown = useContext(Shown)
  useEffect(() => {
    shown.last = location
  }, [location, shown])
}

/** Goes on the page's heading; `tabIndex={-1}` beside it. */
export function takeFocus(heading: HTMLElement | null): void {
  if (document.activeElement?.id === mainId) heading?.focus({ preventScroll: true })
}
