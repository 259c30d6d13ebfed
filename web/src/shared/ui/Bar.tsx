// A share of a whole as a bar, coloured by its verdict. Decoration: the number is beside it as
// text.
import styles from './Bar.module.css'

/** How good a score is, which decides its colour. `open` while nothing is graded yet, so that there is nothing to judge. */
export type Verdict = 'good' | 'fair' | 'poor' | 'open'

/** By the bounds of a JAMB score; other scores are converted to parts of 400 (spec 2 §9). */
export function verdict(of400: number): Verdict {
  if (of400 < 200) return 'poor'
  return of400 < 300 ? 'fair' : 'good'
}

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
