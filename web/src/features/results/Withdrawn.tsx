// Questions of a result that were withdrawn since: the score is calculated without them.
import { Alert } from '@mantine/core'
import type { Quiz } from '@/shared/api/types'
import { plural } from '@/shared/i18n/format'
import { resultsTexts } from './messages'

export function Withdrawn({ quiz: { withdrawnCount } }: { quiz: Quiz }) {
  if (!withdrawnCount) return null
  return <Alert color="sun">{plural(resultsTexts.withdrawn, withdrawnCount)}</Alert>
}
