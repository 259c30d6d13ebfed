// The days that a list is narrowed to, by the clock of whoever reads it.
import dayjs from 'dayjs'

/** The filters with the instants at which the first day begins and the last one ends where the reader is. What is
 * no day stays as it is, for the server to refuse. */
export function atInstants<Filters extends { from?: string; to?: string }>(
  filters: Filters,
): Filters {
  const asked = { ...filters }
  if (asked.from && isDay(asked.from)) asked.from = dayjs(asked.from).toISOString()
  if (asked.to && isDay(asked.to)) asked.to = dayjs(asked.to).add(1, 'day').toISOString()
  return asked
}

/** A year alone would be taken for its first day, and a thirteenth month for the next year's first. */
const isDay = (text: string) => dayjs(text).format('YYYY-MM-DD') === text
