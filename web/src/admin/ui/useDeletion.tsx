// Deleting rows of a list: asked for first, one after the other, the list read again after it.
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { toApiError } from '@/api/errors'
import { notify } from '@/ui/notify'
import { mainId } from '@/ui/SkipLink'
import { messages } from '../messages'
import { ConfirmDelete } from './ConfirmDelete'

/** The dialogue, to be shown by the list, and what opens it. */
export function useDeletion<Row extends { _id: string }>(
  options: DeletionOptions<Row>,
): Deletion<Row> {
  const { deleteOne, nameOf, deleted: words, onDeleted } = options
  const [doomed, setDoomed] = useState<Row[]>([])
  const gone = useRef(new Set<string>())

  const finish = (ids: ReadonlySet<string>) => {
    gone.current = new Set()
    if (ids.size === 0) return
    notify.success(words)
    // What had the focus is gone.
    document.getElementById(mainId)?.focus({ preventScroll: true })
    onDeleted(ids)
  }
  const deletion = useMutation({
    mutationFn: async (rows: Row[]) => {
      for (const row of rows) {
        await deleteOne(row)
        gone.current.add(row._id)
      }
    },
    onSuccess: () => {
      setDoomed([])
      finish(gone.current)
    },
    // Those before the one that was refused are gone, and are asked for no more.
    onError: () => setDoomed((rows) => rows.filter(({ _id }) => !gone.current.has(_id))),
  })

  const decline = () => {
    if (deletion.isPending) return
    if (gone.current.size === 0) notify.info(messages.admin.notDeleted)
    setDoomed([])
    finish(gone.current)
  }
  return {
    ask: (rows) => {
      deletion.reset()
      setDoomed(rows)
    },
    dialog: doomed.length > 0 && (
      <ConfirmDelete
        names={doomed.map(nameOf)}
        running={deletion.isPending}
        refused={deletion.isError ? toApiError(deletion.error).errMessage : null}
        onYes={() => deletion.mutate(doomed)}
        onNo={decline}
      />
    ),
  }
}

interface DeletionOptions<Row> {
  deleteOne: (row: Row) => Promise<unknown>
  nameOf: (row: Row) => string
  /** Said when they are gone. */
  deleted: string
  onDeleted: (ids: ReadonlySet<string>) => void
}

interface Deletion<Row> {
  ask: (rows: Row[]) => void
  dialog: ReactNode
}
