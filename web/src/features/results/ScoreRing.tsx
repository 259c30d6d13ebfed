// The score inside of a ring that is filled as far as it is good, and greeted where it is very good.
import type { Verdict } from '@/shared/ui/verdict'
import styles from './ScoreRing.module.css'

/** Where the sparks of a very good score fly, in degrees. */
const directions = [0, 36, 72, 108, 144, 180, 216, 252, 288, 324]

export function ScoreRing({ value, percent, verdict }: ScoreRingProps) {
  const filled = Math.min(100, Math.max(0, percent))
  return (
    <div className={styles.ring} data-verdict={verdict}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle cx="60" cy="60" r="52" className={styles.track} />
        <circle
          cx="60"
          cy="60"
          r="52"
          pathLength="100"
          strokeDasharray={`${filled} 100`}
          className={styles.arc}
        />
        {verdict === 'good' &&
          directions.map((degrees) => (
            <g key={degrees} transform={`rotate(${degrees} 60 60)`}>
              <circle cx="60" cy="0" r="4" className={styles.spark} />
            </g>
          ))}
      </svg>
      <span className={styles.value}>{value}</span>
    </div>
  )
}

interface ScoreRingProps {
  /** The score as text. */
  value: string
  /** How far the ring is filled. */
  percent: number
  verdict: Verdict
}
