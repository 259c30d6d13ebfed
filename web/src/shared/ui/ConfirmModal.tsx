import './modalStyles'
import { Group, Modal, Stack, Text } from '@mantine/core'
import type { ConfirmDialogProps } from './ConfirmDialog'

export function ConfirmModal({ title, children, buttons, onClose }: ConfirmDialogProps) {
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
