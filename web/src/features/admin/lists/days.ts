// Date filters in the reader's time zone.
import { readDay } from '@/shared/ui/day'

/** The filters with the instants at which the first day begins and the last one ends where the reader is. What is
 * no day stays as it is, for the server to refuse. */
export function atInstants<Filters extends { from?: string; to?: string }>(
  filters: Filters,
): Filters {
  const asked = { ...filters }
  if (asked.from && isDay(asked.from)) asked.from = startOf(asked.from, 0)
  if (asked.to && isDay(asked.to)) asked.to = startOf(asked.to, 1)
  return asked
}

const isDay = (text: string) => readDay(text) === text

/** The start of the day, or of the day `later` days after it. */
function startOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
