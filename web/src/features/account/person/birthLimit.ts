// The latest allowed date of birth, lazily loaded. The server sends it with the countries.
import { lastBirthday, personFactsQuery } from '@/shared/api/queries/countries'
import { queryClient } from '@/shared/api/queryClient'
import { formatDate } from '@/shared/i18n/format'
import { messages } from './messages'

export async function birthLimit() {
  const { minAgeDays } = await queryClient.fetchQuery(personFactsQuery)
  const max = lastBirthday(minAgeDays)
  return { max, description: messages.person.bornBy(formatDate(max)) }
}
