// The end of a claim: the time, and for a reservation, which lasts for days, also the day.
import { formatDateTime, formatTime } from '@/shared/i18n/format'

export const until = (claim: { until: string; isReserved: boolean }): string =>
  claim.isReserved ? formatDateTime(claim.until) : formatTime(claim.until)
