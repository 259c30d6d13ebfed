/** A ref callback that scrolls an element into view when it is added, clear of the bars at the edges. */
export const intoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'center' })
