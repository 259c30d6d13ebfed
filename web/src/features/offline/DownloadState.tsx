// How far the download is, and how the last one ended.
import { Alert, Button, Group, Text } from '@mantine/core'
import { formatNumber, plural } from '@/shared/i18n/format'
import { Bar } from '@/shared/ui/Bar'
import { sizeText } from './cost'
import { type Ended, useDownloads } from './downloads'
import { messages } from './messages'

const words = messages.offline

export function DownloadState() {
  const { progress, ended, missed, done, isPersisted, stop } = useDownloads()
  return (
    <div>
      <div role="status">
        {progress && (
          <>
            <Text>
              {progress.current
                ? words.downloading(progress.current.subject.title, String(progress.current.year))
                : messages.common.loading}
            </Text>
            <Bar percent={(progress.bytes / Math.max(1, progress.ofBytes)) * 100} verdict="good" />
          </>
        )}
        {done !== null && done > 0 && <Text>{plural(words.done, done)}</Text>}
      </div>
      {progress && (
        <Group justify="space-between">
          <Text fz="sm" c="dimmed">
            {words.progress(formatNumber(progress.done), formatNumber(progress.of))}
          </Text>
          <Button variant="default" size="xs" onClick={stop}>
            {words.stop}
          </Button>
        </Group>
      )}
      {missed.length > 0 && (
        <Alert color="sun" role="alert" mt="sm">
          {words.missed(
            missed
              .map(({ entry }) => words.pack(entry.subject.title, String(entry.year)))
              .join(', '),
          )}{' '}
          {missed[0]?.error.errMessage}
        </Alert>
      )}
      {ended && (
        <Alert color="red" role="alert" mt="sm">
          {textOf(ended)}
        </Alert>
      )}
      {done !== null && done > 0 && isPersisted === false && (
        <Text fz="sm" c="dimmed" mt="xs">
          {words.notPersisted}
        </Text>
      )}
    </div>
  )
}

function textOf(ended: Ended): string {
  if (ended.why === 'no-room') return words.full(sizeText(ended.bytes))
  if (ended.why === 'full') return words.fullMeanwhile
  if (ended.why !== 'server') return words.refused
  const { error } = ended
  if (error.reason === 'daily-limit') return words.dailyLimit
  if (error.reason === 'offline-off') return words.off
  return error.offline && error.reason !== 'incomplete' ? words.cut : error.errMessage
}
