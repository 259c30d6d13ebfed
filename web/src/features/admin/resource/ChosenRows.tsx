// The number of selected rows, on all pages, and the actions on them. Below the list, so that no
// row moves when the first is selected, and always visible.
import { Button, Group, Text } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { messages } from './messages'
import styles from './resource.module.css'

export function ChosenRows<Row>(props: ChosenRowsProps<Row>) {
  const { rows, disabled, onDelete, onClear, children } = props
  if (rows.length === 0) return null
  return (
    <Group className={styles.chosen ?? ''} gap="xs">
      <Text fz="sm" role="status">
        {messages.chosen(rows.length)}
      </Text>
      <Button size="xs" variant="subtle" mr="auto" onClick={onClear}>
        {messages.clearChosen}
      </Button>
      {children}
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
  /** The rows are outdated. */
  disabled: boolean
  onDelete: (rows: Row[]) => void
  onClear: () => void
  /** Further actions. */
  children?: ReactNode
}
