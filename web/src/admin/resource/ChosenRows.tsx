// How many rows are chosen, on whatever page, and what can be done with all of them.
import { Button, Group, Text } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { messages } from './messages'

export function ChosenRows<Row>({ rows, disabled, onDelete, onClear }: ChosenRowsProps<Row>) {
  if (rows.length === 0) return null
  return (
    <Group justify="space-between" mb="sm">
      <Group gap="xs">
        <Text fz="sm" role="status">
          {messages.chosen(rows.length)}
        </Text>
        <Button size="xs" variant="subtle" onClick={onClear}>
          {messages.clearChosen}
        </Button>
      </Group>
      <Button
        size="xs"
        color="red"
        variant="light"
        disabled={disabled}
        leftSection={<Trash2 size={16} aria-hidden />}
        onClick={() => onDelete(rows)}
      >
        {messages.deleteSelected}
      </Button>
    </Group>
  )
}

interface ChosenRowsProps<Row> {
  rows: Row[]
  /** They are not what is stored any more. */
  disabled: boolean
  onDelete: (rows: Row[]) => void
  onClear: () => void
}
