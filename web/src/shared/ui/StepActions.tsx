// The Next and Back buttons at the end of a step; on a phone at the bottom of the screen.
import type { ReactNode } from 'react'
import styles from './StepActions.module.css'
import { useFoot } from './useFoot'

export function StepActions({ back, children, inPage = false }: StepActionsProps) {
  useFoot(inPage ? null : 'step')
  return (
    <div className={styles.actions} data-pinned={!inPage || undefined}>
      {back}
      {children && <div className={styles.forward}>{children}</div>}
    </div>
  )
}

interface StepActionsProps {
  back?: ReactNode
  children?: ReactNode
  /** Where it stands, on a phone too. */
  inPage?: boolean
}
