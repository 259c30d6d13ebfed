// Actions on selected questions or theory questions: activate, retire, mark as checked.
import { Button } from '@mantine/core'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { BulkDialog, StatusBulk, type StatusRow } from './Bulk'
import { reviewTexts } from './messages'
import { useBulk } from './useBulk'

export function ItemBulk<Row extends StatusRow>(props: ItemBulkProps<Row>) {
  const { rows, nameOf, update, onDone, children } = props
  const { bulk, run, stop, close } = useBulk<Row>(onDone)
  return (
    <StatusBulk rows={rows} nameOf={nameOf} update={update} onDone={onDone}>
      {children}
      <Button
        size="xs"
        variant="default"
        leftSection={<BadgeCheck size={16} aria-hidden />}
        onClick={() =>
          run(reviewTexts.checking, rows, ({ _id, version }) =>
            update(_id, { review: 'checked', version }),
          )
        }
      >
        {reviewTexts.check}
      </Button>
      <BulkDialog bulk={bulk} nameOf={nameOf} onStop={stop} onClose={close} />
    </StatusBulk>
  )
}

interface ItemBulkProps<Row> {
  rows: Row[]
  nameOf: (row: Row) => string
  update: (
    id: string,
    changes: { version: number; status?: boolean; review?: 'checked' },
  ) => Promise<unknown>
  onDone: () => void
  /** Further actions, before the last one. */
  children?: ReactNode
}
