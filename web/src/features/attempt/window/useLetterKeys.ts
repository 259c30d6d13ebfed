// Whether the letter keys are on: a choice that this device remembers.
import { useLocalStorage } from '@mantine/hooks'

export function useLetterKeys(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useLocalStorage({
    key: 'sabi.letterKeys',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  return [on, setOn]
}
