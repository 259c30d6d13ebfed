// The actions of a row: edit, delete.
import { ActionIcon, Group } from '@mantine/core'
import { Pencil, Trash2 } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { resourceTexts } from './messages'

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
