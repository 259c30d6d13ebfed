// The question before anything is deleted (spec 3 §2). What the server refuses is said here.
import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { formatNumber } from '@/i18n/format'
import { messages } from '../messages'

const words = messages.admin

/** So many are named; the others are counted. */
const NAMED = 5

export function ConfirmDelete({ names, running, refused, onYes, onNo }: ConfirmDeleteProps) {
  const more = names.length - NAMED
  return (
    <Modal
      opened
      onClose={onNo}
      title={<Text fw={650}>{words.confirmTitle}</Text>}
      centered
      withCloseButton={false}
    >
      <Stack>
        <Text>{words.confirmText}</Text>
        {names.length === 1 ? (
          <Text c="dimmed" fz="sm" lineClamp={3}>
            {names[0]}
          </Text>
        ) : (
          <List c="dimmed" fz="sm">
            {names.slice(0, NAMED).map((name, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two records may have one name
              <List.Item key={i}>{name}</List.Item>
            ))}
            {more > 0 && <List.Item>{words.more(formatNumber(more))}</List.Item>}
          </List>
        )}
        {refused && (
          <Alert color="red" role="alert">
            {refused}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onNo} disabled={running}>
            {words.no}
          </Button>
          <Button color="red.9" loading={running} onClick={onYes}>
            {words.yes}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface ConfirmDeleteProps {
  /** Which ones, so that nobody deletes others. */
  names: string[]
  running: boolean
  /** Why the server did not. */
  refused: string | null
  onYes: () => void
  onNo: () => void
}
