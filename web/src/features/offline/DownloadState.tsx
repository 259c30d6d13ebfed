// How far the download is, and how the last one ended.
import { Alert, Button, Group, Text } from '@mantine/core'
import { common } from '@/shared/i18n/common'
import { formatNumber, plural } from '@/shared/i18n/format'
import { Bar } from '@/shared/ui/Bar'
import { sizeText } from './cost'
import { type Ended, useDownloads } from './downloads'
import { offlineTexts } from './messages'

export function DownloadState() {
  const { progress, ended, missed, done, isPersisted, stop } = useDownloads()
  return (
    <div>
      <div role="status">
        {progress && (
          <>
            <Text>
              {progress.current
                ? offlineTexts.downloading(
                    progress.current.subject.title,
                    String(progress.current.year),
                  )
                : common.loading}
            </Text>
            <Bar percent={(progress.bytes / Math.max(1, progress.ofBytes)) * 100} verdict="good" />
          </>
        )}
        {done !== null && done > 0 && <Text>{plural(offlineTexts.done, done)}</Text>}
      </div>
      {progress && (
        <Group justify="space-between">
          <Text fz="sm" c="dimmed">
            {offlineTexts.progress(formatNumber(progress.done), formatNumber(progress.of))}
          </Text>
          <Button variant="default" size="xs" onClick={stop}>
            {offlineTexts.stop}
          </Button>
        </Group>
      )}
      {missed.length > 0 && (
        <Alert color="sun" role="alert" mt="sm">
          {offlineTexts.missed(
            missed
              .map(({ entry }) => offlineTexts.pack(entry.subject.title, String(entry.year)))
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
          {offlineTexts.notPersisted}
        </Text>
      )}
    </div>
  )
}

function textOf(ended: Ended): string {
  if (ended.why === 'no-room') return offlineTexts.full(sizeText(ended.bytes))
  if (ended.why === 'full') return offlineTexts.fullMeanwhile
  if (ended.why !== 'server') return offlineTexts.refused
  const { error } = ended
  if (error.reason === 'daily-limit') return offlineTexts.dailyLimit
  if (error.reason === 'offline-off') return offlineTexts.off
  return error.offline && error.reason !== 'incomplete' ? offlineTexts.cut : error.errMessage
}
