// The Next and Back buttons at the end of a step; on a phone at the bottom of the screen.
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
