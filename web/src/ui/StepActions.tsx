// The way on and the way back at the foot of a step; on a phone at the bottom edge.
import type { ReactNode } from 'react'
import styles from './StepActions.module.css'

export function StepActions({ back, children }: { back?: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.actions} data-foot>
      {back}
      {children && <div className={styles.forward}>{children}</div>}
    </div>
  )
}
