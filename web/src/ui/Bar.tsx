// A share of a whole as a bar, coloured by what is to be thought of it. Decoration: the number
// stands beside it as text.
import styles from './Bar.module.css'
import type { Verdict } from './verdict'

export function Bar({ percent, verdict }: BarProps) {
  return (
    <div className={styles.bar} data-verdict={verdict} aria-hidden>
      <div style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
    </div>
  )
}

interface BarProps {
  percent: number
  /** Without one it is neither good nor bad. */
  verdict?: Verdict | undefined
}
