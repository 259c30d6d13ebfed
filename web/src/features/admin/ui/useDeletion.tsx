// Deletes rows of a list: asks first, deletes one after the other, then refetches the list. Rows
// that cannot be deleted are listed with the reason and do not stop the others.
import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { formatNumber, plural } from '@/shared/i18n/format'
import { ConfirmModal } from '@/shared/ui/ConfirmModal'
import { mainId } from '@/shared/ui/focus'
import { notify } from '@/shared/ui/notify'
import styles from '../admin.module.css'
import { adminTexts } from '../messages'

/** The dialog, for the list to render, and the function that opens it. */
export function useDeletion<Row extends { _id: string }>(
  options: DeletionOptions<Row>,
): Deletion<Row> {
  const { deleteOne, nameOf, deleted: words, onDeleted, Instead } = options
  const [doomed, setDoomed] = useState<Row[]>([])
  const gone = useRef(new Set<string>())

  const finish = () => {
    const ids = gone.current
    gone.current = new Set()
    setDoomed([])
    if (ids.size === 0) return
    notify.success(words)
    // The focused element was removed.
    document.getElementById(mainId)?.focus({ preventScroll: true })
    onDeleted(ids)
  }
  const deletion = useMutation({
    mutationFn: async (rows: Row[]) => {
      const refused: Refused<Row>[] = []
      for (const row of rows) {
        try {
          await deleteOne(row)
          gone.current.add(row._id)
        } catch (thrown) {
          const { errMessage, status, reason, offline } = toApiError(thrown)
          // Somebody else has already deleted it.
          if (status === 404) gone.current.add(row._id)
          else refused.push({ row, why: errMessage, reason })
          // The others would fail for the same reason.
          if (offline) break
        }
      }
      return refused
    },
    onSuccess: (refused) => {
      if (refused.length === 0) finish()
      // Deleted rows are no longer offered.
      else setDoomed((rows) => rows.filter(({ _id }) => !gone.current.has(_id)))
    },
  })

  const decline = () => {
    if (deletion.isPending) return
    if (gone.current.size === 0) notify.info(adminTexts.notDeleted)
    finish()
  }
  const refused = deletion.data ?? []
  const [first] = refused
  const { reset } = deletion
  // The same on every render, since it belongs to the columns of a list.
  const ask = useCallback(
    (rows: Row[]) => {
      reset()
      setDoomed(rows)
    },
    [reset],
  )
  return {
    ask,
    dialog: doomed.length > 0 && (
      <ConfirmDelete
        names={doomed.map(nameOf)}
        running={deletion.isPending}
        deleted={gone.current.size}
        refused={refused.map(({ row, why }) => ({ name: nameOf(row), why }))}
        onYes={() => deletion.mutate(doomed)}
        onNo={decline}
      >
        {Instead && refused.length === 1 && first?.reason === 'in-use' && (
          <Instead row={first.row} onDone={finish} />
        )}
      </ConfirmDelete>
    ),
  }
}

interface Refused<Row> {
  row: Row
  why: string
  reason: string
}

/** Alternatives for a row that other records still use. */
interface InsteadProps<Row> {
  row: Row
  onDone: () => void
}

interface DeletionOptions<Row> {
  deleteOne: (row: Row) => Promise<unknown>
  nameOf: (row: Row) => string
  /** The message after they were deleted. */
  deleted: string
  onDeleted: (ids: ReadonlySet<string>) => void
  Instead?: React.ComponentType<InsteadProps<Row>> | undefined
}

interface Deletion<Row> {
  ask: (rows: Row[]) => void
  dialog: ReactNode
}

/** Maximum number of names listed; the others are counted. */
const NAMED = 5

/** The confirmation before deleting (spec 3 §2). It also shows the server's refusals. */
export function ConfirmDelete(props: ConfirmDeleteProps) {
  const { names, running, deleted, refused, onYes, onNo, children } = props
  const more = names.length - NAMED
  const [first] = refused
  return (
    <ConfirmModal
      title={adminTexts.confirmTitle}
      onClose={onNo}
      buttons={
        <>
          <Button variant="default" data-autofocus onClick={onNo} disabled={running}>
            {adminTexts.no}
          </Button>
          <Button color="red.9" loading={running} onClick={onYes}>
            {adminTexts.yes}
          </Button>
        </>
      }
    >
      <Stack>
        <Text>{adminTexts.confirmText}</Text>
        {deleted > 0 && first && <Text fz="sm">{plural(adminTexts.deletedSome, deleted)}</Text>}
        {refused.length > 1 ? null : names.length === 1 ? (
          <Text c="dimmed" fz="sm" lineClamp={3}>
            {names[0]}
          </Text>
        ) : (
          <List c="dimmed" fz="sm">
            {names.slice(0, NAMED).map((name, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two records may have one name
              <List.Item key={i}>{name}</List.Item>
            ))}
            {more > 0 && <List.Item>{adminTexts.more(formatNumber(more))}</List.Item>}
          </List>
        )}
        {first && (
          <Alert color="red" role="alert">
            {refused.length === 1 ? (
              first.why
            ) : (
              <List fz="sm" className={styles.refused ?? ''}>
                {refused.map(({ name, why }, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two records may have one name
                  <List.Item key={i}>{adminTexts.notDeletedFor(name, why)}</List.Item>
                ))}
              </List>
            )}
          </Alert>
        )}
        {children}
      </Stack>
    </ConfirmModal>
  )
}

interface ConfirmDeleteProps {
  /** The names of the records. */
  names: string[]
  running: boolean
  /** How many of them were deleted. */
  deleted: number
  /** Those that the server did not delete, and why. */
  refused: { name: string; why: string }[]
  onYes: () => void
  onNo: () => void
  /** Alternatives to deleting. */
  children?: ReactNode
}
