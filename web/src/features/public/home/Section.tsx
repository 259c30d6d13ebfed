// One part of the home page: its heading, the line below it, and what it shows.
import { type ReactNode, useId } from 'react'
import styles from './home.module.css'

export function Section({ heading, subheading, tinted, className, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section} data-tinted={tinted}>
      <div className={styles.wrap}>
        <div className={styles.head}>
          <h2 id={id}>{heading}</h2>
          {subheading && <div className={styles.sub}>{subheading}</div>}
        </div>
        <div className={className}>{children}</div>
      </div>
    </section>
  )
}

interface SectionProps {
  heading: string
  subheading?: ReactNode
  /** On a ground of its own. */
  tinted?: boolean
  className?: string | undefined
  children: ReactNode
}
