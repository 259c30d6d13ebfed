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
