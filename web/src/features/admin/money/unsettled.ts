/** The states of payments that need attention, as a filter value. */
export const unsettled = 'mismatched,disputed'
