// The days that a list is narrowed to, by the clock of whoever reads it.
import dayjs from 'dayjs'

/** The filters with the instants at which the first day begins and the last one ends where the reader is. What is
 * no day stays as it is, for the server to refuse. */
export function atInstants<Filters extends { from?: string; to?: string }>(
  filters: Filters,
): Filters {
  const asked = { ...filters }
  if (asked.from && dayjs(asked.from).isValid()) asked.from = dayjs(asked.from).toISOString()
  if (asked.to && dayjs(asked.to).isValid()) asked.to = dayjs(asked.to).add(1, 'day').toISOString()
  return asked
}
