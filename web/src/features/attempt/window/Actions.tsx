// What can be done with the question on screen: show its answer, mark it, go on. On phones
// Prev, navigator and Next stay at the thumb.
import { Alert, Button, Text } from '@mantine/core'
import { ChevronLeft, ChevronRight, Eye, EyeOff, Flag, LayoutGrid } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { toApiError } from '@/shared/api/errors'
import type { Reveal } from '@/shared/api/types'
import { isFinal, isGiven } from '@/shared/attempt/outbox'
import { markingOf, type Marking as Progress } from '@/shared/attempt/state'
import { common } from '@/shared/i18n/common'
import { formatNumber, letterOf } from '@/shared/i18n/format'
import { scrollToShow } from '@/shared/ui/focus'
import { notify } from '@/shared/ui/notify'
import { RichText } from '@/shared/ui/RichText'
import { useFoot } from '@/shared/ui/StepActions'
import { type Dialogs, useAttemptParts, useTest } from '../attemptContext'
import { testTexts } from '../messages'
import { type Item, neighbour } from '../model/paper'
import { LogInAgain } from './EndDialog'
import styles from './test.module.css'
import { useMarksAtOnce, useThinkFirst } from './useKeyboard'

export function Actions({ item, shown, setShown, dialogs }: ActionsProps) {
  const { test, paper, attempt } = useAttemptParts()
  const { id, section, index } = item
  const forReview = useTest((state) => state.outbox.review[id]?.value ?? false)
  const isOpen = useTest(({ outbox }) => !isFinal(outbox, id))
  const isStudy = attempt.assessment.slug === 'study'
  const canView = useCanView(item)
  const previous = neighbour(paper, id, -1)
  const next = neighbour(paper, id, 1)
  useFoot('test')
  return (
    <div className={styles.actions}>
      {isStudy && isOpen && item.kind === 'question' && <ThinkFirst />}
      {canView && <ViewAnswer item={item} shown={shown} setShown={setShown} />}
      <Button
        variant="default"
        className={forReview ? styles.marked : undefined}
        aria-pressed={forReview}
        leftSection={<Flag size={18} aria-hidden fill={forReview ? 'currentColor' : 'none'} />}
        onClick={() => test.review(id, !forReview)}
      >
        {testTexts.markForReview}
      </Button>
      <div className={styles.walk}>
        <Button
          variant="default"
          leftSection={<ChevronLeft size={18} aria-hidden />}
          aria-disabled={previous === null}
          data-disabled={previous === null || undefined}
          onClick={() => previous !== null && test.show(previous)}
        >
          {common.previous}
        </Button>
        <Button
          variant="default"
          className={styles.toMap}
          leftSection={<LayoutGrid size={18} aria-hidden />}
          aria-label={testTexts.allQuestions(
            formatNumber(index + 1),
            formatNumber(section.ids.length),
          )}
          onClick={() => dialogs.show('map')}
        >
          {formatNumber(index + 1)} / {formatNumber(section.ids.length)}
        </Button>
        {next === null ? (
          <Button onClick={dialogs.askSubmit}>{testTexts.finish}</Button>
        ) : (
          <Button
            rightSection={<ChevronRight size={18} aria-hidden />}
            onClick={() => test.show(next)}
          >
            {common.next}
          </Button>
        )}
      </div>
    </div>
  )
}

/**
 * Whether View Answer is there. In study a choice is marked without it, unless the student wants to
 * think first, or chose before they switched that off.
 */
function useCanView({ id, kind }: Item): boolean {
  const { attempt } = useAttemptParts()
  const atOnce = useMarksAtOnce()
  const isChosen = useTest(({ outbox }) => isGiven(outbox.answers[id]?.value))
  const isMarked = useTest(({ outbox }) => isFinal(outbox, id))
  if (attempt.assessment.slug !== 'study') return attempt.assessment.slug === 'practice'
  return !isMarked && (kind === 'theory' || !atOnce || isChosen)
}

interface ActionsProps {
  item: Item
  shown: boolean
  setShown: (shown: boolean) => void
  dialogs: Dialogs
}

/** Study and practice: the key, fetched the first time it is asked for. */
function ViewAnswer({ item, shown, setShown }: Omit<ActionsProps, 'dialogs'>) {
  const { test, announce } = useAttemptParts()
  const [busy, setBusy] = useState(false)
  const [signedOut, setSignedOut] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const running = useRef(false)
  const toggle = async () => {
    if (running.current) return
    setSignedOut(false)
    if (shown) return setShown(false)
    if (!(item.id in test.store.getState().revealed)) {
      setBusy(true)
      running.current = true
      try {
        await test.reveal(item.id, item.kind)
      } catch (thrown) {
        const { status, errMessage } = toApiError(thrown)
        return status === 401 ? setSignedOut(true) : notify.error(errMessage)
      } finally {
        setBusy(false)
        running.current = false
      }
    }
    // Another question has come up meanwhile.
    if (button.current === null) return
    setShown(true)
    const reveal = test.store.getState().revealed[item.id]
    if (reveal) announce(summaryOf(reveal, item))
  }
  const Icon = shown ? EyeOff : Eye
  return (
    <>
      {signedOut && (
        <Alert className={styles.needsLogin} color="sun" role="alert">
          <div className={styles.noticeText}>
            <span>{testTexts.logInToView}</span>
            <LogInAgain size="xs" />
          </div>
        </Alert>
      )}
      <Button
        ref={button}
        variant="light"
        loading={busy}
        aria-expanded={shown}
        leftSection={<Icon size={18} aria-hidden />}
        onClick={toggle}
      >
        {shown ? testTexts.hideAnswer : testTexts.viewAnswer}
      </Button>
    </>
  )
}

// Study: how far the marking of the choice on screen has come, and the switch that leaves it to
// View Answer (ruling 47).

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
    // Announcing each choice would be too much.
    if (marking.is === 'asking') return
    const { revealed, outbox } = test.store.getState()
    const reveal = revealed[id]
    if (marking.is !== 'done') return text === null ? undefined : announce(text)
    // On a phone it is often below the screen. A student who was offline has continued reading elsewhere.
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
    case 'in-mock':
      return testTexts.markedAfterMock
    case 'stopped':
      return testTexts.notMarked(marking.why)
    default:
      return null
  }
}

/** The switch, with what a choice means as it stands. */
function ThinkFirst() {
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

// Key and explanation of a question, once shown.

/** `chosen` where the choice was marked: then it begins with whether it was right. */
export function Explanation({ reveal, item, chosen, ref }: ExplanationProps) {
  const lines = chosen === null ? [summaryOf(reveal, item)] : verdictOf(reveal, item, chosen)
  return (
    <section className={styles.explanation} aria-label={testTexts.answer} ref={ref}>
      {item.kind === 'question' && <Text fw={650}>{lines.join(' ')}</Text>}
      {parts(reveal).map(([name, html]) => (
        <div key={name}>
          <Text fz="sm" c="dimmed" fw={650}>
            {name}
          </Text>
          <RichText html={html} />
        </div>
      ))}
    </section>
  )
}

interface ExplanationProps {
  reveal: Reveal
  item: Item
  chosen: string | null
  ref: RefObject<HTMLElement | null>
}

/** Whether a choice is right, and else which option is. */
function verdictOf(reveal: Reveal, item: Item, chosen: string | null | undefined): string[] {
  if ('correctAns' in reveal && reveal.correctAns === chosen) return [testTexts.isRight]
  return [testTexts.isWrong, summaryOf(reveal, item)]
}

/** What a key says in a line: the right option, or that there is a model answer to read. */
function summaryOf(reveal: Reveal, item: Item): string {
  if (item.kind === 'theory' || !('correctAns' in reveal)) return testTexts.answer
  const { options } = item.question
  return testTexts.rightAnswerIs(
    letterOf(options.findIndex((one) => one._id === reveal.correctAns)),
  )
}

function parts(reveal: Reveal): [name: string, html: string][] {
  const all: [string, string | undefined][] =
    'theory' in reveal
      ? [
          [testTexts.answer, reveal.answer],
          [testTexts.detailedAnswer, reveal.detailedAnswer],
        ]
      : [[testTexts.explanation, reveal.description]]
  return all.filter((part): part is [string, string] => Boolean(part[1]))
}
