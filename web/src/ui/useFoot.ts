import { useEffect } from 'react'

/**
 * Marks the body while the caller is shown: on phones a bar with the ways on covers the bottom edge, and
 * the page and the toasts keep clear of it. `kind` is whose bar it is.
 */
export function useFoot(kind: 'step' | 'test'): void {
  useEffect(() => {
    const { dataset } = document.body
    dataset.foot = kind
    return () => {
      delete dataset.foot
    }
  }, [kind])
}
