import { useEffect } from 'react'

/**
 * Marks the body while the caller is shown: with the bar that holds the ways on of a step or of a test,
 * at the bottom edge of a phone, or with a score. Page and toasts keep clear of it. Null marks nothing.
 */
export function useFoot(kind: 'step' | 'test' | 'score' | null): void {
  useEffect(() => {
    if (kind === null) return
    const { dataset } = document.body
    dataset.foot = kind
    return () => {
      delete dataset.foot
    }
  }, [kind])
}
