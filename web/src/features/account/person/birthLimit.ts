// The latest allowed date of birth, lazily loaded. The server sends it with the countries.
import { lastBirthday, personFactsQuery } from '@/api/queries/countries'
import { queryClient } from '@/api/queryClient'
import { formatDate } from '@/i18n/format'
import { messages } from './messages'

export async function birthLimit() {
  const { minAgeDays } = await queryClient.fetchQuery(personFactsQuery)
  const max = lastBirthday(minAgeDays)
  return { max, description: messages.person.bornBy(formatDate(max)) }
}
