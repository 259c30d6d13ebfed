// The one bar of an import: the upload first, then how far the server is.
import { Progress as Bar, Button, Group, Stack, Text } from '@mantine/core'
import type { Progress } from '@/api/lines'
import { formatNumber, formatPercent } from '@/i18n/format'
import { Panel } from '@/ui/Panel'
import { words } from './messages'
import { PhaseTitle } from './Report'

const stages = {
  reading: 'readingStage',
  checking: 'checkingStage',
  writing: 'writingStage',
  keeping: 'keepingStage',
} as const

export function Running({ title, progress, cancelling = false, onCancel }: RunningProps) {
  const { stage, done, total } = progress ?? { stage: null, done: 0, total: 0 }
  const percent = total > 0 ? Math.round((done / total) * 100) : 100
  const what = cancelling ? words.cancelling : stage ? words[stages[stage]] : words.uploading
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
            aria-valuetext={stage ? words.stageAt(what, formatPercent(percent)) : what}
          />
        </Bar.Root>
        <Group justify="space-between">
          <Text role="status" c="dimmed" fz="sm">
            {words.running(what)}
            {stage && total > 1 && ` ${words.progress(formatNumber(done), formatNumber(total))}`}
          </Text>
          {stage !== 'keeping' && (
            <Button variant="default" loading={cancelling} onClick={onCancel}>
              {words.cancel}
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
  /** It was asked to end, and has not answered yet. */
  cancelling?: boolean
  /** Not offered any more once the rows are being kept. */
  onCancel: () => void
}
