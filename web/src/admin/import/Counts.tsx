// How many rows are new, changed, unchanged and rejected.
import type { ImportReport } from '@/api/types'
import styles from './import.module.css'

export function Counts({ report }: { report: ImportReport }) {
  const counts = [
    ['New', report.new],
    ['Changed', report.changed],
    ['Unchanged', report.unchanged],
    ['Rejected', report.rejected],
  ] as const
  return (
    <dl className={styles.counts}>
      {counts.map(([name, n]) => (
        <div key={name} data-bad={(name === 'Rejected' && n > 0) || undefined}>
          <dt>{name}</dt>
          <dd>{n}</dd>
        </div>
      ))}
    </dl>
  )
}
