// The one bar of an import: the upload first, then how far the server is.
import { Progress as Bar, Button, Group, Stack, Text } from '@mantine/core'
import type { Progress } from '@/api/lines'
import { Panel } from '@/ui/Panel'
import { PhaseTitle } from './PhaseTitle'

const stages = { reading: 'Reading rows', checking: 'Comparing with the bank', writing: 'Writing' }

export function Running({ title, progress, onCancel }: RunningProps) {
  const { stage, done, total } = progress ?? { stage: null, done: 0, total: 0 }
  const percent = total > 0 ? Math.round((done / total) * 100) : 100
  return (
    <Panel>
      <Stack>
        <PhaseTitle>{title}</PhaseTitle>
        <Bar.Root size="lg">
          <Bar.Section
            value={stage ? percent : 100}
            animated={!stage}
            striped={!stage}
            aria-label={title}
            aria-valuetext={stage ? `${stages[stage]}, ${percent}%` : 'Uploading'}
          />
        </Bar.Root>
        <Group justify="space-between">
          <Text role="status" c="dimmed" fz="sm">
            {stage ? `${stages[stage]}…` : 'Uploading…'}
            {stage && total > 1 && ` ${done} of ${total}`}
          </Text>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </Group>
      </Stack>
    </Panel>
  )
}

interface RunningProps {
  title: string
  /** Nothing while the file is on its way. */
  progress: Progress | null
  /** Left out where there is no way back. */
  onCancel?: () => void
}
