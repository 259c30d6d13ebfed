import { formatNaira, formatNumber } from '@/i18n/format'

/** An amount in the smallest unit of its currency, which is kobo but for a mismatched payment. */
export const formatAmount = (smallest: number, currency: string) =>
  currency === 'NGN' ? formatNaira(smallest / 100) : `${formatNumber(smallest / 100)} ${currency}`
