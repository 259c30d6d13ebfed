// A range of scores on its scale. Decoration: the numbers are beside it as text.
import type { ScoreRange } from '@/shared/api/types'
import styles from './ScoreBar.module.css'

export function ScoreBar({ score: { about, from, to, outOf } }: { score: ScoreRange }) {
  const share = (points: number) => `${(100 * points) / outOf}%`
  return (
    <div className={styles.scale} aria-hidden>
      <div className={styles.range} style={{ left: share(from), width: share(to - from) }} />
      <div className={styles.about} style={{ left: share(about) }} />
    </div>
  )
}
