// Says that a message arrived (spec 1 §2). Its words come from the form that shows it: this code
// is fetched for those alone who have sent one.
import '@/shared/ui/modalStyles'
import { Button, Modal, Stack, Text } from '@mantine/core'

export function ContactSent({ title, text, close, onClose }: ContactSentProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={650}>{title}</Text>}
      closeButtonProps={{ 'aria-label': close }}
      centered
    >
      <Stack align="flex-start">
        <Text>{text}</Text>
        <Button data-autofocus onClick={onClose}>
          {close}
        </Button>
      </Stack>
    </Modal>
  )
}

export interface ContactSentProps {
  title: string
  text: string
  /** What closes it. */
  close: string
  onClose: () => void
}
