// The one way to show a card: surface, hairline, soft shadow.
import { Paper, type PaperProps } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Panel.module.css'

export function Panel({ children, ...rest }: PaperProps & { children: ReactNode }) {
  return (
    <Paper className={styles.panel} p={{ base: 'md', sm: 'lg' }} radius="lg" {...rest}>
      {children}
    </Paper>
  )
}
