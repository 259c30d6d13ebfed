/** The states of a payment that somebody has to look at, as the list is narrowed to them. */
export const unsettled = 'mismatched,disputed'
