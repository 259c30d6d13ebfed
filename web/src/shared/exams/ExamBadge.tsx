// The badge of an exam: its logo, or its initials on a colour of its own. The same on every screen.
import { ThemeIcon } from '@mantine/core'
import styles from '@/shared/layout/shell.module.css'
import { Mark } from '@/shared/ui/Mark'
import { jsceBece, postUtme, wassceWaec } from './exams'

const colours: Record<string, string> = {
  [wassceWaec]: 'blue.8',
  [jsceBece]: 'grape.8',
  [postUtme]: 'sun.8',
}

export function ExamBadge({ exam, side = 44 }: ExamBadgeProps) {
  if (exam.logo) return <Mark src={exam.logo} side={side} className={styles.examBadge} />
  // What stands in brackets is another name of the same.
  const capitals = exam.title.replace(/\(.*\)/, '').match(/\b[A-Z]/g)
  return (
    <ThemeIcon
      size={side}
      radius="md"
      className={styles.examBadge}
      color={colours[exam.slug] ?? 'brand'}
      fw={800}
      fz={side < 40 ? 'xs' : undefined}
      aria-hidden
    >
      {capitals?.slice(0, 2).join('')}
    </ThemeIcon>
  )
}

interface ExamBadgeProps {
  exam: { slug: string; title: string; logo?: string | null }
  /** In pixels. */
  side?: number
}
