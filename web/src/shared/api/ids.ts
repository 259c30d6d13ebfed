// Ids that the app makes itself.
import { useRef } from 'react'

/** A random id of 32 hexadecimal digits. `crypto.randomUUID` is missing on plain http. */
export const randomId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

/** The idempotency key of a form: the same for each retry, a new one after success. */
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
