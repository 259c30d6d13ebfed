// What to do after a test without internet: the mistakes, or another one.
import { Button, Group, Title } from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import type { Quiz } from '@/shared/api/types'
import { paths } from '@/shared/paths'
import { Panel } from '@/shared/ui/Panel'
import { resultsTexts } from './messages'
import { offlineResultTexts } from './offlineMessages'
import { missedOf } from './PractiseMissed'

export function PractiseOffline({ quiz }: { quiz: Quiz }) {
  const missed = missedOf(quiz) > 0
  return (
    <Panel component="section" aria-label={resultsTexts.goOnLearning}>
      <Title order={2} mb="md">
        {resultsTexts.goOnLearning}
      </Title>
      <Group gap="sm">
        {missed && (
          <Button
            component={Link}
            to={`${paths.practise}?offline=mistakes`}
            leftSection={<RotateCcw size={18} aria-hidden />}
          >
            {offlineResultTexts.practiseMissed}
          </Button>
        )}
        <Button
          component={Link}
          to={`${paths.practise}?offline=bank`}
          variant={missed ? 'subtle' : 'filled'}
        >
          {offlineResultTexts.practiseMore}
        </Button>
      </Group>
    </Panel>
  )
}
