// What the documents say of the years of the bank.

/** The current year and the 39 before it (spec 3 §5). */
export const lastYears = () => Array.from({ length: 40 }, (_, i) => new Date().getFullYear() - i)
