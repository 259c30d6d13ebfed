// On/off settings that this device remembers.
import { useLocalStorage } from '@mantine/hooks'

/** An on/off setting under this key of the browser's storage, and the function that changes it. */
export function useDeviceSetting(key: string, initial: boolean): [boolean, (on: boolean) => void] {
  // With `defaultValue`, each component would store it when it mounts, and the others would render again.
  const [on = initial, setOn] = useLocalStorage<boolean>({ key, getInitialValueInEffect: false })
  return [on, setOn]
}

/** Whether this device has seen the warm-up before a first mock, or skipped it. */
export const useWarmUpSeen = () => useDeviceSetting('sabi.warmUpSeen', false)
