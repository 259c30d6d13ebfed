// The way on and the way back at the foot of a step; on a phone at the bottom edge.
import type { ReactNode } from 'react'
import styles from './StepActions.module.css'
import { useFoot } from './useFoot'

export function StepActions({ back, children }: { back?: ReactNode; children?: ReactNode }) {
  useFoot('step')
  return (
    <div className={styles.actions}>
      {back}
      {children && <div className={styles.forward}>{children}</div>}
    </div>
  )
}
