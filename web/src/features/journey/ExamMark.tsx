// The mark of an exam that has no picture of its own: its initials on a colour of its own.
import styles from './ExamMark.module.css'

const known: Record<string, string> = {
  'jamb-utme': 'JU',
  'wassce-waec-ssce': 'W',
  'jsce-bece': 'B',
  'post-utme': 'PU',
}

export function ExamMark({ slug, title }: { slug: string; title: string }) {
  return (
    <span className={styles.mark} data-exam={slug in known ? slug : undefined} aria-hidden>
      {known[slug] ?? initials(title)}
    </span>
  )
}

const initials = (title: string) =>
  title
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
