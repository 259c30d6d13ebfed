// The one sign that something is loading.
import { Center, Group, Loader as Spinner, Text } from '@mantine/core'
import { messages } from '@/messages'

export function Loader({ label = messages.common.loading, tall = true }: LoaderProps) {
  return (
    <Center mih={tall ? 240 : undefined} role="status" aria-live="polite">
      <Group gap="sm">
        <Spinner size="sm" aria-hidden />
        <Text c="dimmed">{label}</Text>
      </Group>
    </Center>
  )
}

interface LoaderProps {
  label?: string
  /** Takes the room of a screen rather than of a line. */
  tall?: boolean
}
