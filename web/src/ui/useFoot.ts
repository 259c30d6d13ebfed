import { useEffect } from 'react'

/**
 * Marks the body while the caller is rendered, by the kind of bar at the bottom of a phone's
 * screen: a step's or a test's buttons, or a score. Page and toasts keep clear of it.
 */
export function useFoot(kind: 'step' | 'test' | 'score'): void {
  useEffect(() => {
    const { dataset } = document.body
    dataset.foot = kind
    return () => {
      delete dataset.foot
    }
  }, [kind])
}
