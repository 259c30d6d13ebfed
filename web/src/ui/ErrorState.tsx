// What a screen shows when its data could not be had, with a way to try again.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { messages } from '@/messages'

export function ErrorState({ message = messages.common.failed, onRetry }: ErrorStateProps) {
  return (
    <Alert color="red" variant="light" icon={<TriangleAlert aria-hidden />} role="alert">
      <Stack align="flex-start" gap="sm">
        <Text>{message}</Text>
        {onRetry && (
          <Button variant="default" size="xs" onClick={onRetry}>
            {messages.common.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

interface ErrorStateProps {
  message?: string
  onRetry?: () => void
}
