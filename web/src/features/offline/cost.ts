// Sizes and what they cost, as students read them.
import { formatNaira, formatNumber } from '@/shared/i18n/format'
import { offlineTexts } from './messages'

const MB = 1_000_000
/**
 * The price of a megabyte of mobile data in naira. MTN Nigeria has sold 1 GB for ₦500 since the tariffs
 * of February 2025; the other networks are close to it.
 */
const NAIRA_PER_MB = 0.5

/** "15 KB" or "0.6 MB". */
export function sizeText(bytes: number): string {
  if (bytes < MB / 10)
    return offlineTexts.kilobytes(formatNumber(Math.max(1, Math.round(bytes / 1000))))
  return offlineTexts.megabytes(formatNumber(Math.round(bytes / (MB / 10)) / 10))
}

/** "about ₦0.30". */
export function costText(bytes: number): string {
  const naira = (bytes / MB) * NAIRA_PER_MB
  if (naira >= 10) return offlineTexts.cost(formatNaira(naira))
  return offlineTexts.cost(`₦${Math.max(0.01, naira).toFixed(2)}`)
}
