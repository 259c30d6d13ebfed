// /warm-up: five easy questions in the test window before the first mock. They show how to choose
// with the mouse and with the eight keys, how to mark for review, and how to submit. Nothing is sent.
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { Check, Hand } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useStore } from 'zustand'
import type { Answer, Attempt, Paper } from '@/shared/api/types'
import type { AttemptApi } from '@/shared/attempt/api'
import { isGiven } from '@/shared/attempt/outbox'
import { createTest, readClocks, type Test } from '@/shared/attempt/run'
import type { AttemptStore } from '@/shared/attempt/storage'
import { useWarmUpSeen } from '@/shared/device/settings'
import { formatNumber } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import wellDone from '@/shared/ui/art/well-done.svg?no-inline'
import { takeFocus } from '@/shared/ui/focus'
import { useAttemptParts, useTest } from '../attemptContext'
import { testTexts } from '../messages'
import { layOut } from '../model/paper'
import { KeyTable, TestWindow } from '../window/TestWindow'
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

/** Returns to where the warm-up was offered, and does not offer it again. */
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
        {testTexts.keysTitle}
      </Title>
      <KeyTable />
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

export const warmUpTexts = {
  title: 'Warm-up',
  exam: 'Five questions to try',
  guide: 'What to try',
  step: (n: string, all: string) => `${n} of ${all}`,
  skip: 'Skip the warm-up',
  steps: [
    {
      say: 'Press an option with the mouse or your finger. Changed your mind? Press another.',
      done: 'That is how you choose. Press Next.',
    },
    {
      say: 'Now without the mouse: press A, B, C or D on the keyboard. On a phone, press the option.',
      done: 'The keys choose an option. Press N or Next to go on.',
    },
    {
      say: 'N goes to the next question and P to the previous one. Go back to question 2, and return.',
      done: 'You can go back at any time. Answer this question, then go on.',
    },
    {
      say: 'Not sure of an answer? Choose one anyway, and press Mark for Review.',
      done: 'The flag stays on its number until you remove it. Continue to the last question.',
    },
    {
      say: 'To finish, press S or Submit Test. We ask you to confirm. Press Y to submit or R to go back.',
      done: 'Now press S or Submit Test.',
    },
  ],

  /** The same where there is no keyboard. */
  touchSteps: [
    {
      say: 'Tap an option. Changed your mind? Tap another.',
      done: 'That is how you choose. Tap Next.',
    },
    {
      say: 'In the exam hall you choose with the letters of the keyboard, A to D. Here, tap an option.',
      done: 'Good. Tap Next.',
    },
    {
      say: 'You can always go back. Tap Prev to see question 2 again, then return.',
      done: 'You can go back at any time. Answer this question, then go on.',
    },
    {
      say: 'Not sure of an answer? Choose one anyway, and tap Mark for Review.',
      done: 'The flag stays on its number until you remove it. Continue to the last question.',
    },
    {
      say: 'To finish, tap Submit Test. We ask you to confirm, and you can still go back.',
      done: 'Now tap Submit Test.',
    },
  ],

  readyTitle: 'You are ready',
  right: (n: string) => `You got ${n} of 5 right.`,
  forPractice: 'This was only a warm-up. The score is not saved.',
  back: 'Continue',
  again: 'Try them again',
}

// A test that only this window knows: the machine of every test, with a server and a store that
// answer at once and keep nothing.

/** Long enough for anybody. */
const MINUTES = 10

function newAttempt(): Attempt {
  const now = Date.now()
  return {
    _id: 'warm-up',
    exam: { _id: 'warm-up', title: warmUpTexts.exam, slug: 'warm-up' },
    assessment: { _id: 'warm-up', title: warmUpTexts.title, slug: 'mock' },
    examType: 'objective',
    year: null,
    state: 'running',
    startedAt: new Date(now).toISOString(),
    deadline: new Date(now + MINUTES * 60_000).toISOString(),
    timeDuration: MINUTES,
    extraMinutes: 0,
    powerSafe: false,
    fromToday: false,
    ahead: null,
    pausedTime: 0,
    totalQuestions: paper.totalQuestions,
    subjects: paper.subjects.map(({ subject }) => subject),
    revision: 0,
    answers: [],
    review: [],
    seen: [],
    revealed: [],
    marked: [],
    savedAt: null,
    serverNow: new Date(now).toISOString(),
    quizId: null,
  }
}

/** A server in the page: it stores each answer, and ends the test on submission. */
function localApi(attempt: Attempt): AttemptApi {
  let held = attempt
  const now = () => ({ ...held, serverNow: new Date().toISOString() })
  const withAnswers = (answers: Answer[]) => {
    const isNew = (one: Answer) => answers.some(({ question }) => question === one.question)
    return [...held.answers.filter((one) => !isNew(one)), ...answers].filter(({ answer }) => answer)
  }
  return {
    read: async () => ({ attempt: now(), paper }),
    peek: async () => now(),
    save: async (_id, { answers, review = held.review, seen = [] }) => {
      const revision = held.revision + 1
      held = {
        ...held,
        revision,
        review,
        answers: withAnswers(answers),
        seen: [...held.seen, ...seen],
      }
      const { deadline, serverNow } = now()
      return { revision, savedAt: serverNow, serverNow, deadline, ignored: [], revealed: [] }
    },
    submit: async (id, last) => ({ quizId: withAnswers(last).length > 0 ? id : null }),
    reveal: () => Promise.reject(new Error('a warm-up shows no answers')),
  }
}

const nowhere: AttemptStore = {
  read: async () => null,
  readNow: () => null,
  write: async () => 'disk',
  watch: () => () => undefined,
  erase: async () => undefined,
}

interface LocalTest {
  attempt: Attempt
  test: Test
}

/** A new warm-up for a user. */
export function createWarmUp(user: string): LocalTest {
  const attempt = newAttempt()
  const clocks = readClocks()
  const test = createTest({
    user,
    attempt,
    heard: { sent: clocks, got: clocks },
    kept: null,
    attemptStore: nowhere,
    api: localApi(attempt),
    place: () => questionIds[0] ?? null,
  })
  return { attempt, test }
}

/**
 * The five questions of the warm-up. Anybody can answer them: they teach the window, not a subject.
 */
const given: [stem: string, options: string[], answer: number][] = [
  ['What is 7 + 5?', ['10', '11', '12', '13'], 2],
  ['Which city is the capital of Nigeria?', ['Lagos', 'Abuja', 'Kano', 'Ibadan'], 1],
  ['On which planet do we live?', ['Mars', 'Venus', 'Jupiter', 'Earth'], 3],
  ['Which word is opposite in meaning to <b>hot</b>?', ['cold', 'warm', 'dry', 'bright'], 0],
  ['How many sides does a triangle have?', ['2', '3', '4', '5'], 1],
]

const optionId = (question: number, option: number) => `${question}-${option}`
const questionId = (question: number) => `warm-up-${question}`

/** The ids of the questions, in order. */
export const questionIds = given.map((_, i) => questionId(i))

/** The id of the right option of each question. */
export const answers: Record<string, string> = Object.fromEntries(
  given.map(([, , answer], i) => [questionId(i), optionId(i, answer)]),
)

export const paper: Paper = {
  totalQuestions: given.length,
  subjects: [
    {
      subject: { _id: 'warm-up', title: 'Warm-up' },
      theories: [],
      questions: given.map(([stem, options], i) => ({
        _id: questionId(i),
        title: '',
        passage: null,
        group: null,
        logo: null,
        question: `<p>${stem}</p>`,
        options: options.map((option, at) => ({ _id: optionId(i, at), option })),
      })),
    },
  ],
}
