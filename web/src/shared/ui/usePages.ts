// Pages of rows that are all loaded already.
import { useState } from 'react'
import type { Paging } from './Pager'
import { pageSizes, usualSize } from './paging'

export interface Pages<Row> {
  /** The rows of the current page. */
  shown: Row[]
  paging: Paging
  /** Called when the rows are replaced. */
  toFirst: () => void
}

export function usePages<Row>(rows: Row[], size = usualSize): Pages<Row> {
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState(size)
  const toFirst = () => setPage(1)
  return {
    shown: rows.slice((page - 1) * limit, page * limit),
    toFirst,
    paging: {
      page,
      limit,
      total: rows.length,
      limits: pageSizes,
      onPage: setPage,
      onLimit: (next) => {
        setLimit(next)
        toFirst()
      },
    },
  }
}
