// The idempotency key of a form: the same each time that it is sent, another once that succeeded.
import { useRef } from 'react'
import { randomId } from '@/api/randomId'

export function useFormKey() {
  const key = useRef<string | null>(null)
  return {
    /** The key of what is being sent. */
    current: () => {
      key.current ??= randomId()
      return key.current
    },
    /** What is sent from now on is something else. */
    renew: () => {
      key.current = null
    },
  }
}
