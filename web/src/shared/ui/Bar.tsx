// A share of a whole as a bar, coloured by its verdict. Decoration: the number is beside it as
// text.
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
  /** Without one the bar is neutral. */
  verdict?: Verdict | undefined
}
