// What to do about what went wrong besides practising it at once: study it, practise another set of it,
// or take the same test once more.
import { Group, Text, Title } from '@mantine/core'
import type { Quiz, User } from '@/shared/api/types'
import { AgainButton } from '@/shared/flow/AgainButton'
import { inSet, mistakesOf, sameAgain, setSize } from '@/shared/flow/again'
import { formatNumber } from '@/shared/i18n/format'
import { useUser } from '@/shared/session/useSession'
import { Panel } from '@/shared/ui/Panel'
import { resultsTexts } from './messages'
import { missedOf } from './PractiseMissed'

export function PractiseAgain({ quiz }: { quiz: Quiz }) {
  const user = useUser()
  if (user === null) return null
  const missed = missedOf(quiz)
  return (
    <Panel component="section" aria-label={resultsTexts.goOnLearning}>
      <Title order={2} mb={4}>
        {missed > 0 ? resultsTexts.goOnLearning : resultsTexts.sameAgain}
      </Title>
      <Text c="dimmed" mb="md">
        {missed > 0 ? resultsTexts.practiseTheseText : resultsTexts.sameAgainText}
      </Text>
      {missed > setSize && <Sets quiz={quiz} user={user} missed={missed} />}
      <Group gap="sm">
        {missed > 0 && (
          <AgainButton
            again={mistakesOf(quiz, 'study', user, missed > setSize ? 1 : undefined)}
            variant="default"
          >
            {resultsTexts.studyMissed}
          </AgainButton>
        )}
        <AgainButton again={sameAgain(quiz, user)} variant={missed > 0 ? 'subtle' : 'filled'}>
          {resultsTexts.sameAgain}
        </AgainButton>
      </Group>
    </Panel>
  )
}

/** A press for each set of the mistakes. */
function Sets({ quiz, user, missed }: { quiz: Quiz; user: User; missed: number }) {
  const sets = Array.from({ length: Math.ceil(missed / setSize) }, (_, i) => i + 1)
  return (
    <>
      <Text fw={650} fz="sm" mb={8} id="sets">
        {resultsTexts.sets}
      </Text>
      <Group gap="xs" mb="md" role="group" aria-labelledby="sets">
        {sets.map((set) => {
          const first = (set - 1) * setSize
          const range = [first + 1, first + inSet(missed, set)].map(formatNumber) as [
            string,
            string,
          ]
          return (
            <AgainButton
              key={set}
              again={mistakesOf(quiz, 'practice', user, set)}
              variant="light"
              label={resultsTexts.practiseSet(...range)}
            >
              {resultsTexts.setOf(...range)}
            </AgainButton>
          )
        })}
      </Group>
    </>
  )
}
