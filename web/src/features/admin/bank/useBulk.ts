// Calls the server for the selected rows one after the other: progress, cancellation, and the
// failed rows.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { bankKey } from '@/shared/api/queries/bank'

export interface Bulk<Row> {
  /** "Moving" */
  title: string
  total: number
  done: number
  failed: { row: Row; why: string }[]
  state: 'running' | 'stopped' | 'finished'
}

export function useBulk<Row>(onDone: () => void) {
  const [bulk, setBulk] = useState<Bulk<Row> | null>(null)
  const client = useQueryClient()
  const stopped = useRef(false)
  // Leaving the list stops the work, because nobody would see its outcome.
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )

  const run = async (title: string, rows: Row[], change: (row: Row) => Promise<unknown>) => {
    stopped.current = false
    const now: Bulk<Row> = { title, total: rows.length, done: 0, failed: [], state: 'running' }
    setBulk(now)
    for (const row of rows) {
      if (stopped.current) break
      try {
        await change(row)
      } catch (thrown) {
        now.failed = [...now.failed, { row, why: toApiError(thrown).errMessage }]
      }
      now.done += 1
      setBulk({ ...now })
    }
    setBulk({ ...now, state: now.done < now.total ? 'stopped' : 'finished' })
    // Refetches lists that are not shown. The one behind the dialog is refetched when it closes;
    // otherwise removed rows would take their messages with them.
    void client.invalidateQueries({ queryKey: bankKey, refetchType: 'none' })
  }
  return {
    bulk,
    run: (...ask: Parameters<typeof run>) => void run(...ask),
    stop: () => {
      stopped.current = true
    },
    close: () => {
      setBulk(null)
      onDone()
      void client.invalidateQueries({ queryKey: bankKey })
    },
  }
}
