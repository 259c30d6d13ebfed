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
 * Marks the body while the caller is shown, so that toasts keep clear of it: of the buttons of a step or
 * a test, which a phone has at its bottom edge, of those of a form, and of the result of a test or an import. Null
 * marks nothing.
 */
export function useFoot(kind: 'step' | 'test' | 'form' | 'result' | null): void {
  useEffect(() => {
    if (kind === null) return
    const { dataset } = document.body
    dataset.foot = kind
    return () => {
      delete dataset.foot
    }
  }, [kind])
}
