// The actions of a row: edit, delete.
import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { ListAsk } from './calls'
import { resourceTexts } from './messages'
import styles from './resource.module.css'

export function RowActions({ name, edit, onDelete, disabled }: RowActionsProps) {
  const { pathname, search } = useLocation()
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {edit && (
        <ActionIcon
          component={Link}
          to={edit}
          data-do="edit"
          state={{ list: pathname + search }}
          variant="subtle"
          size="lg"
          aria-label={resourceTexts.editRow(name)}
        >
          <Pencil size={18} aria-hidden />
        </ActionIcon>
      )}
      {onDelete && (
        <ActionIcon
          variant="subtle"
          color="red"
          data-do="delete"
          size="lg"
          aria-label={resourceTexts.deleteRow(name)}
          disabled={disabled}
          onClick={onDelete}
        >
          <Trash2 size={18} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

interface RowActionsProps {
  name: string
  /** The path of its edit form; undefined if it cannot be edited. */
  edit?: string | undefined
  onDelete?: (() => void) | undefined
  /** The row is outdated. */
  disabled: boolean
}

/**
 * The number of selected rows, on all pages, and the actions on them. Below the list, so that no
 * row moves when the first is selected, and always visible.
 */
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
