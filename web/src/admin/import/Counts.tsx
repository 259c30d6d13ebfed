// How many rows are new, changed, unchanged and rejected.
import type { ImportReport } from '@/api/types'
import styles from './import.module.css'
import { words } from './messages'

export function Counts({ report }: { report: ImportReport }) {
  const counts = [
    ['added', report.new],
    ['changed', report.changed],
    ['unchanged', report.unchanged],
    ['rejected', report.rejected],
  ] as const
  return (
    <dl className={styles.counts}>
      {counts.map(([name, n]) => (
        <div key={name} data-bad={(name === 'rejected' && n > 0) || undefined}>
          <dt>{words[name]}</dt>
          <dd>{n}</dd>
        </div>
      ))}
    </dl>
  )
}
