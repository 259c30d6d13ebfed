// The app itself: whether it is on this device, so that it opens without internet.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { User } from '@/shared/api/types'
import { formatNumber } from '@/shared/i18n/format'
import { appState } from '@/shared/offline/app'
import { Panel } from '@/shared/ui/Panel'
import { costText, sizeText } from './cost'
import { appKey, storeAppFor, useDownloads } from './downloads'
import { offlineTexts } from './messages'

export function AppOnDevice({ user }: { user: User }) {
  const state = useQuery({ queryKey: appKey, queryFn: appState, staleTime: 0 })
  const { app: progress, appError } = useDownloads()
  if (state.isPending) return null
  const app = state.data
  return (
    <Panel component="section" aria-label={offlineTexts.app}>
      {!app ? (
        <Text>{offlineTexts.appUnknown}</Text>
      ) : app.whole ? (
        <Text>{offlineTexts.appThere}</Text>
      ) : (
        <Group justify="space-between" gap="sm">
          <Text maw={520}>{offlineTexts.appOnce(sizeText(app.bytes), costText(app.bytes))}</Text>
          <Button
            variant="default"
            loading={progress !== null}
            onClick={() => void storeAppFor(user)}
          >
            {offlineTexts.storeApp}
          </Button>
        </Group>
      )}
      <div role="status">
        {progress &&
          progress.of > 0 &&
          offlineTexts.storingApp(formatNumber(progress.there), formatNumber(progress.of))}
      </div>
      {appError && (
        <Alert color="red" role="alert" mt="sm">
          {appError.isFull ? offlineTexts.full(sizeText(app?.bytes ?? 0)) : offlineTexts.appFailed}
        </Alert>
      )}
    </Panel>
  )
}
