// Moves the focus, mostly to the heading of a new page. A heading that appears later, with its data,
// gets the focus as long as the user has not moved it.
import { createContext, type MouseEvent, type RefObject, useContext, useEffect } from 'react'
import { uiTexts } from '@/shared/i18n/common'
import styles from './page.module.css'

/** The id of the main region in every layout. */
export const mainId = 'main'

/**
 * The router does not notice the history entry of a plain link and loses count, so we focus by
 * script.
 */
function skip(event: MouseEvent) {
  event.preventDefault()
  document.getElementById(mainId)?.focus()
}

/** The first element that Tab reaches: a link past the header and menu to the content. */
export function SkipLink() {
  return (
    <a className={styles.skip} href={`#${mainId}`} onClick={skip}>
      {uiTexts.skip}
    </a>
  )
}

/** A ref callback that focuses an element when it is added. */
export const focusNow = (element: HTMLElement | null) => element?.focus()

/** The location shown last, in any layout; undefined before the first. */
export const Shown = createContext<{ last?: string }>({})

/** Moves the focus to the page's heading, or to the content, when the location changes. */
export function useFocusOnChange(location: string): void {
  const shown = useContext(Shown)
  useEffect(() => {
    const { last } = shown
    shown.last = location
    if (last === undefined || last === location) return
    focusHeading()
  }, [location, shown])
}

/** Moves the focus to the page's heading, or to the content. Also before what has the focus disappears. */
export function focusHeading(): void {
  const main = document.getElementById(mainId)
  const heading = main?.querySelector<HTMLElement>('h1[tabindex]')
  ;(heading ?? main)?.focus({ preventScroll: true })
}

/** Records that a page is shown which leaves the focus where it is. */
export function useShown(location: string): void {
  const shown = useContext(Shown)
  useEffect(() => {
    shown.last = location
  }, [location, shown])
}

/** A ref callback for the page's heading, which needs `tabIndex={-1}`. */
export function takeFocus(heading: HTMLElement | null): void {
  if (document.activeElement?.id === mainId) heading?.focus({ preventScroll: true })
}

/** A ref callback that scrolls an element into view when it is added, clear of the bars at the edges. */
export const intoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'center' })

/**
 * Scrolls as little as shows an element, or the beginning of one that is higher than the window. Smoothly, unless the
 * user wants less motion.
 */
export function scrollToShow(element: HTMLElement | null): void {
  const { matches } = window.matchMedia('(prefers-reduced-motion: no-preference)')
  element?.scrollIntoView({ block: 'nearest', behavior: matches ? 'smooth' : 'auto' })
}

/** Focuses the first invalid input of a form, once React has marked it. */
export function focusFirstError(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() =>
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
  )
}
