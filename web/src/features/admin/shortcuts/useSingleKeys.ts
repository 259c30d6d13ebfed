// Single keys for what can be done on the page.
import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { isFree } from './listKeys'

/** Whether single keys are shortcuts, as set on this device. */
export const useSingleKeysSetting = () =>
  useLocalStorage({ key: 'sabi.single-keys', defaultValue: true })

/** Whether a key is pressed alone, for the keys of a dialog without fields. */
export const isAlone = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !(ctrlKey || metaKey || altKey)

/** What each key does; null while it cannot be done. A dialog that has keys passes `isAlone`. */
export function useSingleKeys(
  keys: Record<string, (() => void) | null>,
  isAllowed: (event: KeyboardEvent) => boolean = isFree,
) {
  const [single] = useSingleKeysSetting()
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!single) return
    const onKey = (event: KeyboardEvent) => {
      if (event.shiftKey || event.repeat || !isAllowed(event)) return
      const act = latest.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [single, isAllowed])
}
