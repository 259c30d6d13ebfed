/** As a ref: gives an element the focus from the moment that it is there. */
export const focusNow = (element: HTMLElement | null) => element?.focus()
