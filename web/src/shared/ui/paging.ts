// The parameters of a list in its address, with their defaults.

/** The default page size of most lists, and the sizes that they offer. */
export const usualSize = 10
export const pageSizes = [usualSize, 25, 50, 100]

/** An integer from 1 in an address; otherwise the default. */
export function natural(text: string | null, otherwise: number): number {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : otherwise
}
