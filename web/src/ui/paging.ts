// What the address of a list may ask for, and what it is taken as otherwise.

/** The page size that most lists begin with, and those that they offer. */
export const usualSize = 10
export const pageSizes = [usualSize, 20, 30, 40]

/** A whole number from 1 as an address has it. */
export function natural(text: string | null, otherwise: number): number {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : otherwise
}
