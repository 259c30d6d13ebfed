import './modalStyles'
import { Group, Modal, Stack, Text } from '@mantine/core'
import type { AskProps } from './Ask'

export function AskDialog({ title, children, buttons, onClose }: AskProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={650}>{title}</Text>}
      centered
      withCloseButton={false}
    >
      <Stack>
        <div>{children}</div>
        <Group justify="flex-end" gap="sm">
          {buttons}
        </Group>
      </Stack>
    </Modal>
  )
}
