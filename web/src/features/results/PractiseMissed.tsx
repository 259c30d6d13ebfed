// The main button of a result: practise what was missed, the first set of it where that is more than
// one sitting holds.
import type { ButtonProps } from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import type { Quiz } from '@/shared/api/types'
import { kindOf } from '@/shared/exams/kind'
import { AgainButton, inSet, missedIn, mistakesOf, setSize } from '@/shared/flow/again'
import { formatNumber, plural } from '@/shared/i18n/format'
import { isOfDevice } from '@/shared/offline/inUse'
import { useUser } from '@/shared/session/useSession'
import { resultsTexts } from './messages'

/** The objective questions that were missed; theory answers are nobody's mistakes. */
export const missedOf = (quiz: Quiz) => (kindOf(quiz) === 'theory' ? 0 : missedIn(quiz))

export function PractiseMissed({ quiz, ...rest }: { quiz: Quiz } & ButtonProps) {
  const user = useUser()
  const missed = missedOf(quiz)
  if (user === null || missed === 0 || isOfDevice(quiz._id)) return null
  const isMore = missed > setSize
  return (
    <AgainButton
      {...rest}
      again={mistakesOf(quiz, 'practice', user, isMore ? 1 : undefined)}
      leftSection={<RotateCcw size={18} aria-hidden />}
    >
      {isMore
        ? resultsTexts.practiseSome(formatNumber(inSet(missed, 1)), formatNumber(missed))
        : plural(resultsTexts.practiseMissed, missed)}
    </AgainButton>
  )
}
