// Fields beside a preview for students.
import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './bankForms.module.css'

export const Split = ({ children, preview }: { children: ReactNode; preview: ReactNode }) => (
  <div className={styles.split}>
    <div className={styles.columns}>
      <Stack gap="lg">{children}</Stack>
      {preview}
    </div>
  </div>
)
