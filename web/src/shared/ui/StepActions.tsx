// The Next and Back buttons at the end of a step; on a phone at the bottom of the screen.
import { type ReactNode, useEffect } from 'react'
import styles from './page.module.css'

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

/**
 * Marks the body while the caller is shown: with the bar that holds the ways on of a step or of a test,
 * at the bottom edge of a phone, or with the result of a test or an import. Page and toasts keep clear of it. Null marks nothing.
 */
export function useFoot(kind: 'step' | 'test' | 'result' | null): void {
  useEffect(() => {
    if (kind === null) return
    const { dataset } = document.body
    dataset.foot = kind
    return () => {
      delete dataset.foot
    }
  }, [kind])
}
