// Periods that end today, in the reader's time zone.

export const periods = ['today', 'week', 'days30', 'month'] as const

export type Period = (typeof periods)[number]

/** The first and last day of a period, as `YYYY-MM-DD`. */
export function rangeOf(period: Period, now: Date): { from: string; to: string } {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const first = { today: day, week: day - 6, days30: day - 29, month: 1 }[period]
  return { from: dayOf(new Date(year, month, first)), to: dayOf(now) }
}

/** The period with this first and last day; null if there is none. */
export const periodOf = (from: string | undefined, to: string | undefined, now: Date) =>
  periods.find((period) => {
    const range = rangeOf(period, now)
    return range.from === from && range.to === to
  }) ?? null

const dayOf = (date: Date) =>
  [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')

const two = (n: number) => String(n).padStart(2, '0')
