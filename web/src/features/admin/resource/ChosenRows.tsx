// The number of selected rows, on all pages, and the actions on them. Below the list, so that no
// row moves when the first is selected, and always visible.
import { Button, Group, Text } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { ListAsk } from './calls'
import { resourceTexts } from './messages'
import styles from './resource.module.css'

export function ChosenRows<Row>(props: ChosenRowsProps<Row>) {
  const { rows, disabled, onDelete, onClear, children } = props
  if (rows.length === 0) return null
  return (
    <Group className={styles.chosen ?? ''} gap="xs">
      <Text fz="sm" role="status">
        {resourceTexts.chosen(rows.length)}
      </Text>
      <Button size="xs" variant="subtle" mr="auto" onClick={onClear}>
        {resourceTexts.clearChosen}
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
        {resourceTexts.deleteSelected}
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

/** The selected rows, kept with their data while paging through the same list. */
export function useChosen<Row extends { _id: string }>(ask: ListAsk, shown: Row[] | undefined) {
  const of = JSON.stringify([ask.q, ask.filters])
  const [kept, setKept] = useState<Kept<Row>>({ of, rows: new Map() })
  const none: Kept<Row>['rows'] = new Map()
  // A new search or filter clears the selection for good.
  if (kept.of !== of) setKept({ of, rows: none })
  const before = kept.of === of ? kept.rows : none
  // Rows on the current page use their latest data.
  const here = new Map(shown?.map((row) => [row._id, row]))
  const rows = new Map([...before].map(([id, row]) => [id, here.get(id) ?? row]))
  return {
    rows: [...rows.values()],
    ids: new Set(rows.keys()),
    choose: (ids: ReadonlySet<string>) =>
      setKept({
        of,
        rows: new Map([...new Map([...rows, ...here])].filter(([id]) => ids.has(id))),
      }),
    clear: () => setKept({ of, rows: none }),
  }
}

interface Kept<Row> {
  /** The search and filters of the selection. */
  of: string
  rows: ReadonlyMap<string, Row>
}
