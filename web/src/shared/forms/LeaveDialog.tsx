// The warning before leaving a form with unsaved changes.
import '@/shared/ui/modalStyles'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'

export function LeaveDialog({ words, onGo, onStay }: LeaveDialogProps) {
  return (
    <Modal
      opened
      onClose={onStay}
      title={<Text fw={650}>{words.title}</Text>}
      centered
      withCloseButton={false}
    >
      <Stack>
        <Text>{words.text}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onGo}>
            {words.go}
          </Button>
          <Button data-autofocus onClick={onStay}>
            {words.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

export interface AskedWords {
  title: string
  text: string
  stay: string
  go: string
}

export interface LeaveDialogProps {
  words: AskedWords
  onGo: () => void
  onStay: () => void
}
