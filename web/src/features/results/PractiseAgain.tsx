// What to do about what went wrong: practise it once more.
import { Group, Text, Title } from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import type { Quiz } from '@/api/types'
import { plural } from '@/i18n/format'
import { AgainButton } from '@/shell/AgainButton'
import { mistakesOf, sameAgain } from '@/shell/again'
import { kindOf } from '@/shell/kind'
import { useSession } from '@/stores/session'
import { Panel } from '@/ui/Panel'
import { messages } from './messages'

const words = messages.results

export function PractiseAgain({ quiz }: { quiz: Quiz }) {
  const user = useSession((session) => session.user)
  if (user === null) return null
  const open = kindOf(quiz) === 'theory' ? 0 : quiz.questionCount - quiz.correctCount
  return (
    <Panel component="section" aria-label={words.goOnLearning}>
      <Title order={2} mb={4}>
        {open > 0 ? words.goOnLearning : words.sameAgain}
      </Title>
      <Text c="dimmed" mb="md">
        {open > 0 ? words.practiseTheseText : words.sameAgainText}
      </Text>
      <Group gap="sm">
        {open > 0 && (
          <>
            <AgainButton
              again={mistakesOf(quiz, 'practice', user)}
              leftSection={<RotateCcw size={18} aria-hidden />}
            >
              {plural(words.practiseThese, open)}
            </AgainButton>
            <AgainButton again={mistakesOf(quiz, 'study', user)} variant="default">
              {words.study}
            </AgainButton>
          </>
        )}
        <AgainButton again={sameAgain(quiz, user)} variant={open > 0 ? 'subtle' : 'filled'}>
          {words.sameAgain}
        </AgainButton>
      </Group>
    </Panel>
  )
}
