// When a claim ends: the time, and the day of a reservation, which lasts for days.
import { formatDateTime, formatTime } from '@/i18n/format'

export const until = (claim: { until: string; isReserved: boolean }): string =>
  claim.isReserved ? formatDateTime(claim.until) : formatTime(claim.until)
