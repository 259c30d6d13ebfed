// Shares of a whole as a ring. Decoration: the numbers are beside it as text.
import type { ReactNode } from 'react'
import styles from './Doughnut.module.css'

export function Doughnut({ parts, children }: DoughnutProps) {
  const total = parts.reduce((sum, part) => sum + part.value, 0)
  let at = 0
  const stops = parts.map(({ value, color }) => {
    const from = at
    at += total === 0 ? 0 : (value / total) * 100
    return `${color} ${from}% ${at}%`
  })
  const background = total === 0 ? undefined : `conic-gradient(${stops.join(', ')})`
  return (
    <div className={styles.ring} style={{ background }} aria-hidden>
      <div className={styles.middle}>{children}</div>
    </div>
  )
}

interface DoughnutProps {
  parts: { value: number; color: string }[]
  children?: ReactNode
}
