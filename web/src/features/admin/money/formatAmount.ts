import { formatNaira, formatNumber } from '@/shared/i18n/format'

/**
 * Formats an amount in the smallest unit of its currency: kobo, except for some mismatched
 * payments.
 */
export const formatAmount = (smallest: number, currency: string) =>
  currency === 'NGN' ? formatNaira(smallest / 100) : `${formatNumber(smallest / 100)} ${currency}`
