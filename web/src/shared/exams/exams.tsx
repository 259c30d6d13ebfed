// The exams that the web app knows, and how an exam is shown.

import type { BankSize } from '@/shared/api/types'
import { bankSizeTexts } from '@/shared/i18n/common'
import { plural } from '@/shared/i18n/format'
import { Mark } from '@/shared/ui/pictures'
import styles from './exams.module.css'

// Slugs never change.
export const jambUtme = 'jamb-utme'
export const wassceWaec = 'wassce-waec-ssce'
export const jsceBece = 'jsce-bece'
export const postUtme = 'post-utme'

/** How much there is to practise with, as text: "4 subjects · 3 years · 480 questions". */
export const bankSize = ({ subjects, years, questions }: BankSize) =>
  [
    plural(bankSizeTexts.subjects, subjects),
    plural(bankSizeTexts.years, years),
    plural(bankSizeTexts.questions, questions),
  ].join(' · ')

/**
 * The badge of an exam: its logo, or the first letters of its title on a colour of its own. The same
 * on every screen.
 */
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
