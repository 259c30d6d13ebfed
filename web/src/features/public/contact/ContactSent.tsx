// Says that a message arrived (spec 1 §2).
import '@/ui/modalStyles'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { messages } from './messages'

const words = messages.contact

export function ContactSent({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={650}>{words.contactSuccess}</Text>}
      closeButtonProps={{ 'aria-label': words.close }}
      centered
    >
      <Stack align="flex-start">
        <Text>{words.contactThanks}</Text>
        <Button data-autofocus onClick={onClose}>
          {words.close}
        </Button>
      </Stack>
    </Modal>
  )
}
