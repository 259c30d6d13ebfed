// Shown for a screen that failed: usually its code could not be loaded (offline, or replaced by a
// newer version), and reloading the page helps.
import { Box } from '@mantine/core'
import { messages } from '@/shared/messages'
import { ErrorState } from '@/shared/ui/ErrorState'

export function RouteError() {
  return (
    <Box p="xl" maw={560} mx="auto">
      <ErrorState message={messages.common.failed} onRetry={() => window.location.reload()} />
    </Box>
  )
}
