// Study: how far the marking of the choice on screen has come, and the switch that leaves it to
// View Answer (ruling 47).
import { Text } from '@mantine/core'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { markingOf, type Marking as Progress } from '@/shared/attempt/state'
import { scrollToShow } from '@/shared/ui/intoView'
import { useAttemptParts, useTest } from '../attemptContext'
import { testTexts } from '../messages'
import type { Item } from '../model/paper'
import { verdictOf } from './Explanation'
import { LogInAgain } from './LogInAgain'
import styles from './test.module.css'
import { useThinkFirst } from './useThinkFirst'

/** Says why a choice is not marked yet; once it is, its explanation stands here instead, and comes into view. */
export function Marking({ item, explanation }: MarkingProps) {
  const { test, announce } = useAttemptParts()
  const { id } = item
  const marking = useTest(useShallow((state) => markingOf(state, id)))
  const text = textOf(marking)
  const before = useRef(marking.is)

  useEffect(() => {
    const was = before.current
    if (was === marking.is) return
    before.current = marking.is
    // Each choice would be chatter.
    if (marking.is === 'asking') return
    const { revealed, outbox } = test.store.getState()
    const reveal = revealed[id]
    if (marking.is !== 'done') return text === null ? undefined : announce(text)
    // On a phone it is often below the screen. Who was offline has read on since.
    if (was !== 'offline') scrollToShow(explanation.current)
    if (reveal) announce(verdictOf(reveal, item, outbox.answers[id]?.value).join(' '))
  }, [marking.is, text, id, item, explanation, test, announce])

  if (text === null) return null
  return (
    <div className={styles.marking} data-marking={marking.is}>
      <span>{text}</span>
      {marking.is === 'signed-out' && <LogInAgain size="xs" />}
    </div>
  )
}

interface MarkingProps {
  item: Item
  /** Where the explanation is, once there is one. */
  explanation: RefObject<HTMLElement | null>
}

function textOf(marking: Progress): string | null {
  switch (marking.is) {
    case 'asking':
      return testTexts.marking
    case 'offline':
      return testTexts.markedOnline
    case 'signed-out':
      return testTexts.logInToMark
    case 'held-back':
      return testTexts.markedAfterMock
    case 'stopped':
      return testTexts.notMarked(marking.why)
    default:
      return null
  }
}

/** The switch, with what a choice means as it stands. */
export function ThinkFirst() {
  const [on, setOn] = useThinkFirst()
  const hint = useId()
  return (
    <div className={styles.thinkFirst}>
      <label>
        <input
          type="checkbox"
          role="switch"
          checked={on}
          aria-checked={on}
          aria-describedby={hint}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
        {testTexts.thinkFirst}
      </label>
      <Text id={hint} fz="sm" c="dimmed">
        {on ? testTexts.choiceIsOpen : testTexts.firstChoiceCounts}
      </Text>
    </div>
  )
}
