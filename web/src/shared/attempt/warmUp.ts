// Whether this device has seen the warm-up before a first mock, or passed it over.
import { useLocalStorage } from '@mantine/hooks'

export function useWarmUpSeen(): [boolean, (seen: boolean) => void] {
  const [seen, setSeen] = useLocalStorage({
    key: 'sabi.warmUpSeen',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return [seen, setSeen]
}
