// /warm-up: five easy questions in the test window before the first mock. They show how to choose
// with the mouse and with the eight keys, how to mark for review, and how to submit. Nothing is sent.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { useWarmUpSeen } from '@/shared/attempt/warmUp'
import { formatNumber } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import wellDone from '@/shared/ui/art/well-done.svg?no-inline'
import { takeFocus } from '@/shared/ui/focus'
import { layOut } from '../model/paper'
import { TestWindow } from '../window/TestWindow'
import { Guide } from './Guide'
import { createWarmUp } from './localTest'
import { warmUpTexts } from './messages'
import { answers, paper } from './questions'
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
