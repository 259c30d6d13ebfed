import { useEffect } from 'react'

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
