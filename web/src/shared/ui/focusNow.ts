/** A ref callback that focuses an element when it is added. */
export const focusNow = (element: HTMLElement | null) => element?.focus()
