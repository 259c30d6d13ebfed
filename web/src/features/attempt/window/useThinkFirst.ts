// "Let me think first": whether a study test waits for View Answer instead of marking a choice
// at once (ruling 47). A choice that this device remembers.
import { useLocalStorage } from '@mantine/hooks'
import { useAttemptParts } from '../attemptContext'

export function useThinkFirst(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useLocalStorage({
    key: 'sabi.thinkFirst',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return [on, setOn]
}

/** Whether a choice is marked when it is made. */
export function useMarksAtOnce(): boolean {
  const { attempt } = useAttemptParts()
  const [thinkFirst] = useThinkFirst()
  return attempt.assessment.slug === 'study' && !thinkFirst
}
