// The idempotency key of a form: the same for each retry, a new one after success.
import { useRef } from 'react'
import { randomId } from '@/shared/api/randomId'

export function useFormKey() {
  const key = useRef<string | null>(null)
  return {
    /** The key of the values being sent. */
    current: () => {
      key.current ??= randomId()
      return key.current
    },
    /** Called when the next call sends something else. */
    renew: () => {
      key.current = null
    },
  }
}
