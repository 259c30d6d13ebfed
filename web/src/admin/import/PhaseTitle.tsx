// The heading of a phase. It takes the focus, since what had it has gone.
import { Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import styles from './import.module.css'

export function PhaseTitle({ children }: { children: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <Title order={2} ref={ref} tabIndex={-1} className={styles.heading}>
      {children}
    </Title>
  )
}
