// The rows that are ticked, kept while one pages through the same list, with what they hold.
import { useState } from 'react'
import type { ListAsk } from './calls'

export function useChosen<Row extends { _id: string }>(ask: ListAsk, shown: Row[] | undefined) {
  const of = JSON.stringify([ask.q, ask.filters])
  const [kept, setKept] = useState<Kept<Row>>({ of, rows: new Map() })
  const none: Kept<Row>['rows'] = new Map()
  // Those of another search or filter are forgotten, and do not come back with it.
  if (kept.of !== of) setKept({ of, rows: none })
  const before = kept.of === of ? kept.rows : none
  // What is on the page is taken as it is read now.
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
  /** The search and the filters that they were ticked in. */
  of: string
  rows: ReadonlyMap<string, Row>
}
