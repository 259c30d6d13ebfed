// Says what to try at each of the five questions, and when it has been done.
import { Anchor, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { Check, Hand } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isGiven } from '@/shared/attempt/outbox'
import { formatNumber } from '@/shared/i18n/format'
import { useAttemptParts, useTest } from '../attemptContext'
import { warmUpTexts } from './messages'
import { questionIds } from './questions'
import styles from './warmUp.module.css'

export function Guide({ onSkip }: { onSkip: () => void }) {
  const step = useTest(({ place }) => questionIds.indexOf(place ?? ''))
  const isDone = useDone(step)
  const text = (hasTouch() ? warmUpTexts.touchSteps : warmUpTexts.steps)[step]
  if (text === undefined) return null
  const Icon = isDone ? Check : Hand
  return (
    <section
      className={styles.guide}
      aria-label={warmUpTexts.guide}
      data-done={isDone || undefined}
    >
      <Icon size={20} aria-hidden className={styles.icon} />
      <div role="status">
        <Text fw={650} fz="sm">
          {warmUpTexts.step(formatNumber(step + 1), formatNumber(questionIds.length))}
        </Text>
        {isDone ? text.done : text.say}
      </div>
      <Anchor component="button" type="button" fz="sm" onClick={onSkip}>
        {warmUpTexts.skip}
      </Anchor>
    </section>
  )
}

/** Whether what the guide asks for at a question has been done. */
function useDone(step: number): boolean {
  const id = questionIds[step] ?? ''
  const isAnswered = useTest(({ outbox }) => isGiven(outbox.answers[id]?.value))
  const isMarked = useTest(({ outbox }) => outbox.review[id]?.value ?? false)
  const byKey = useChosenByKey(id)
  const hasReturned = useReturned()
  return [isAnswered, isAnswered && byKey, hasReturned, isMarked, isAnswered][step] ?? false
}

const hasTouch = () => window.matchMedia('(pointer: coarse)').matches

/** Whether a letter has been pressed at this question; true on devices without a keyboard. */
function useChosenByKey(id: string): boolean {
  const [pressedAt, setPressedAt] = useState<string | null>(null)
  useWindowEvent('keydown', ({ key }) => {
    if (/^[a-d]$/i.test(key)) setPressedAt(id)
  })
  return pressedAt === id || hasTouch()
}

/** Whether the third question has been left for the second, and reached again. */
function useReturned(): boolean {
  const { test } = useAttemptParts()
  const [hasReturned, setReturned] = useState(false)
  useEffect(() => {
    let wentBack = false
    return test.store.subscribe(({ place }, before) => {
      const [from, to] = [before.place, place].map((one) => questionIds.indexOf(one ?? ''))
      if (from === 2 && to === 1) wentBack = true
      if (from === 1 && to === 2 && wentBack) setReturned(true)
    })
  }, [test])
  return hasReturned
}
