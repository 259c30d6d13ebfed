// How dates, times and numbers read everywhere.

const date = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' })
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** "05 Mar 2026". */
export const formatDate = (iso: string) => date.format(new Date(iso))

/** "05 Mar 2026, 14:30". */
export const formatDateTime = (iso: string) => `${formatDate(iso)}, ${time.format(new Date(iso))}`

/** "1 h 30 min", "45 min", "0 min". */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = Math.round(minutes % 60)
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** Seconds as "1 h 5 min", "12 min 30 s", "8 s". */
export function formatSeconds(seconds: number): string {
  if (seconds >= 3600) return formatMinutes(seconds / 60)
  const minutes = Math.floor(seconds / 60)
  const rest = Math.round(seconds % 60)
  if (minutes === 0) return `${rest} s`
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
}

/** At most two decimals, none that say nothing. */
export const formatNumber = (value: number) => String(Math.round(value * 100) / 100)
export const formatPercent = (value: number) => `${formatNumber(value)}%`

/** "1 question", "2 questions". */
export const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
