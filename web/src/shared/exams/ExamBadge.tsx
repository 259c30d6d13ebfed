// The badge of an exam: its logo, or the first letters of its title on a colour of its own. The same on
// every screen.
import { Mark } from '@/shared/ui/Mark'
import styles from './ExamBadge.module.css'

export function ExamBadge({ exam, side = 44 }: ExamBadgeProps) {
  if (exam.logo) return <Mark src={exam.logo} side={side} className={styles.badge} />
  return (
    <span
      className={styles.badge}
      data-exam={exam.slug}
      style={{ width: side, height: side, fontSize: side * 0.42 }}
      aria-hidden
    >
      {exam.title.slice(0, 2).toUpperCase()}
    </span>
  )
}

interface ExamBadgeProps {
  exam: { slug: string; title: string; logo?: string | null }
  /** In pixels; at most 64. */
  side?: number
}
