// The years of the bank (from the documents).

/** The current year, as the server counts it (UTC), and the 39 before it (spec 3 §5). */
export const lastYears = () => Array.from({ length: 40 }, (_, i) => new Date().getUTCFullYear() - i)
