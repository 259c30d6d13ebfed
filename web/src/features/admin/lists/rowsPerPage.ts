// The rows per page of the back office's lists: the size chosen last, remembered on this device.
import { tryStorage } from '@/shared/device/tryStorage'
import { natural, usualSize } from '@/shared/ui/paging'

const KEY = 'sabi-rows-per-page'

/**
 * The size in an address, if the list offers it; otherwise the size chosen last, or the list's
 * first size.
 */
export function rowsPerPage(inAddress: string | null, sizes: readonly number[]): number {
  const kept = tryStorage(() => localStorage.getItem(KEY)) ?? null
  const asked = [inAddress, kept].map((text) => natural(text, 0))
  return asked.find((size) => sizes.includes(size)) ?? sizes[0] ?? usualSize
}

export const rememberRowsPerPage = (size: number) =>
  tryStorage(() => localStorage.setItem(KEY, String(size)))
