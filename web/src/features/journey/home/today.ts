import { formatDay } from '@/shared/i18n/format'

/** Today where the student is, as `YYYY-MM-DD`. */
export const today = () => formatDay(new Date().toISOString())
