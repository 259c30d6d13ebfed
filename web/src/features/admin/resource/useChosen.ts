// The selected rows, kept with their data while paging through the same list.
import { useState } from 'react'
import type { ListAsk } from './calls'

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
