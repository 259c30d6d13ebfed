// /warm-up: five easy questions in the test window before the first mock. They show how to choose
// with the mouse and with the eight keys, how to mark for review, and how to submit. Nothing is sent.
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { Check, Hand } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { isGiven } from '@/shared/attempt/outbox'
import { useWarmUpSeen } from '@/shared/attempt/warmUp'
import { formatNumber } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import wellDone from '@/shared/ui/art/well-done.svg?no-inline'
import { takeFocus } from '@/shared/ui/focus'
import { useAttemptParts, useTest } from '../attemptContext'
import { layOut } from '../model/paper'
import { TestWindow } from '../window/TestWindow'
import { answers, createWarmUp, paper, questionIds } from './localTest'
import { warmUpTexts } from './messages'
import styles from './warmUp.module.css'

export function WarmUp() {
  const [round, setRound] = useState(1)
  return <Round key={round} onAgain={() => setRound(round + 1)} />
}

function Round({ onAgain }: { onAgain: () => void }) {
  const user = useUserId() ?? ''
  const [{ attempt, test }] = useState(() => createWarmUp(user))
  const model = useMemo(() => layOut(paper), [])
  const ended = useStore(test.store, (state) => state.ended)
  const leave = useLeave()
  useEffect(() => test.start(), [test])
  // Cancelled with no answer: nothing to tell.
  const isCancelled = ended !== null && ended.quizId === null
  useEffect(() => {
    if (isCancelled) leave()
  }, [isCancelled, leave])

  if (isCancelled) return null
  if (ended === null) {
    const guide = <Guide onSkip={leave} />
    return <TestWindow test={test} attempt={attempt} paper={model} guide={guide} />
  }
  const given = Object.entries(test.store.getState().outbox.answers)
  const right = given.filter(([id, { value }]) => value === answers[id]).length
  return <Ready right={right} onLeave={leave} onAgain={onAgain} />
}

/** Back to where the warm-up was offered, for good. */
function useLeave() {
  const navigate = useNavigate()
  const state: { back?: unknown; state?: unknown } | null = useLocation().state
  const [, setSeen] = useWarmUpSeen()
  const back = typeof state?.back === 'string' ? state.back : paths.practise
  return useCallback(() => {
    setSeen(true)
    void navigate(back, { replace: true, state: state?.state })
  }, [navigate, setSeen, back, state])
}

function Ready({ right, onLeave, onAgain }: ReadyProps) {
  return (
    <Stack component="main" p="xl" maw={560} mx="auto" gap="md">
      <title>{`${warmUpTexts.title} · Sabi`}</title>
      <img src={wellDone} alt="" width={200} height={150} />
      <Title order={1} tabIndex={-1} ref={takeFocus}>
        {warmUpTexts.readyTitle}
      </Title>
      <Text>
        {warmUpTexts.right(formatNumber(right))} {warmUpTexts.forPractice}
      </Text>
      <Title order={2} fz="md">
        {warmUpTexts.eightKeys}
      </Title>
      <table className={styles.keys}>
        <tbody>
          {warmUpTexts.keys.map(([letters, does]) => (
            <tr key={letters}>
              <th scope="row">
                {letters.split(' ').map((letter) => (
                  <kbd key={letter}>{letter}</kbd>
                ))}
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Group>
        <Button size="md" onClick={onLeave}>
          {warmUpTexts.back}
        </Button>
        <Button size="md" variant="default" onClick={onAgain}>
          {warmUpTexts.again}
        </Button>
      </Group>
    </Stack>
  )
}

interface ReadyProps {
  /** Right answers of the five. */
  right: number
  onLeave: () => void
  onAgain: () => void
}

/** Says what to try at each of the five questions, and when it has been done. */
function Guide({ onSkip }: { onSkip: () => void }) {
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
