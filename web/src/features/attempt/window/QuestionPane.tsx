// The question on screen, beside its passage where it has one. The passage stays as it is,
// scrolled and folded, while its group is walked through.
import { Alert, Button, InputBase, Text, Title } from '@mantine/core'
import { Check, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Question, Reveal } from '@/shared/api/types'
import { isFinal } from '@/shared/attempt/outbox'
import { isSettled } from '@/shared/attempt/state'
import { tryStorage } from '@/shared/device/tryStorage'
import { formatNumber, letterOf, plural } from '@/shared/i18n/format'
import { ReportButton } from '@/shared/report/ReportButton'
import { reportTexts } from '@/shared/report/reportMessages'
import { FORMULAS } from '@/shared/timeouts'
import { Disclosure } from '@/shared/ui/Disclosure'
import { ErrorBoundary, lazyPart } from '@/shared/ui/lazyPart'
import { hasMaths, isMathsLoaded, loadMaths, QuestionPicture, RichText } from '@/shared/ui/RichText'
import { Loader } from '@/shared/ui/states'
import { type Dialogs, useAttemptParts, useTest } from '../attemptContext'
import { testTexts } from '../messages'
import { groupOf, type Item, passageOf } from '../model/paper'
import { loadEssay } from '../shell'
import { Actions, Explanation, Marking } from './Actions'
import styles from './test.module.css'
import { useMarksAtOnce } from './useKeyboard'

export function QuestionPane({ id, wide, dialogs, hasActions }: QuestionPaneProps) {
  const { attempt, paper } = useAttemptParts()
  const arrived = useRef(false)
  const item = paper.items.get(id) as Item
  const passage = passageOf(paper, item)
  const group = groupOf(paper, item)
  const isReady = useMathsReady(JSON.stringify([passage, item.question]))
  if (!isReady) return <Loader />
  return (
    <div className={styles.pane} data-passage={passage !== null}>
      {passage !== null && (
        <ErrorBoundary key={`passage of ${group[0]}`} fallback={null}>
          <Passage
            html={passage}
            wide={wide}
            place={`${attempt._id} ${group[0]}`}
            questions={numbersOf(paper, group)}
            current={item.index + 1}
          />
        </ErrorBoundary>
      )}
      <QuestionCard
        key={id}
        item={item}
        dialogs={dialogs}
        arrived={arrived}
        hasActions={hasActions}
      />
    </div>
  )
}

interface QuestionPaneProps {
  id: string
  wide: boolean
  /** Opens the navigator where it is not beside the question. */
  dialogs: Dialogs
  /** False for the moment until the first question is on screen; its buttons follow. */
  hasActions: boolean
}

const numbersOf = (paper: ReturnType<typeof useAttemptParts>['paper'], group: readonly string[]) =>
  group.map((id) => (paper.items.get(id)?.index ?? 0) + 1)

/**
 * The passage that a group of questions shares: a column beside the question on wide screens;
 * above it on phones, where it folds once its first question is done with, and a reload changes nothing.
 */
function Passage({ html, wide, place, questions, current }: PassageProps) {
  const { open, byHand, toggle } = useFolding(place, current)
  const [first = 1, last = first] = [questions[0], questions.at(-1)]
  const name =
    first === last
      ? testTexts.passage
      : testTexts.passageFor(formatNumber(first), formatNumber(last))
  if (!wide) {
    return (
      <Disclosure name={name} open={open} onToggle={toggle} kept={byHand}>
        {/* Scrolls by itself, so that the question is in view below it. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region */}
        <section className={styles.short} aria-label={name} tabIndex={0}>
          <RichText html={html} />
        </section>
      </Disclosure>
    )
  }
  return (
    // Scrolls by itself, so the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region
    <section className={styles.passage} aria-label={name} tabIndex={0}>
      <Text fz="sm" c="dimmed" fw={650} mb="xs">
        {name}
      </Text>
      <RichText html={html} />
    </section>
  )
}

interface PassageProps {
  html: string
  wide: boolean
  /** Its test and first question. */
  place: string
  /** The numbers of the questions that it belongs to. */
  questions: number[]
  /** The number of the question on screen. */
  current: number
}

// How a passage was left on a phone, kept in its tab for a reload.

const KEY = 'sabi.passage'

interface Folding {
  /** The key of the test and its passage. */
  place: string
  /** The number of the question that was shown when the passage appeared. */
  entered: number
  /** Opened or closed by the student; null if neither. */
  byHand: boolean | null
}

/** Whether the passage is open while the question `current` is shown, and what opens and closes it. */
function useFolding(place: string, current: number) {
  const [folding, setFolding] = useState<Folding>(
    () => kept(place) ?? { place, entered: current, byHand: null },
  )
  useEffect(() => {
    tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify(folding)))
    // A student who leaves and comes back sees the passage open again.
    return () => tryStorage(() => sessionStorage.removeItem(KEY))
  }, [folding])
  const open = folding.byHand ?? current === folding.entered
  const toggle = () => setFolding({ ...folding, byHand: !open })
  return { open, byHand: folding.byHand, toggle }
}

function kept(place: string): Folding | null {
  const found: unknown = tryStorage(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
  if (typeof found !== 'object' || found === null) return null
  const { place: of, entered, byHand } = found as Partial<Folding>
  const isWhole = of === place && typeof entered === 'number'
  return isWhole ? { place, entered, byHand: typeof byHand === 'boolean' ? byHand : null } : null
}

// Holds a text back until its formulas can be set, so that nothing below it moves when they are.

/** Whether a text, or anything that holds it, can be shown as it will stay. Waits once at most. */
export function useMathsReady(text: string): boolean {
  const [hasWaited, setHasWaited] = useState(false)
  const waits = !hasWaited && hasMaths(text) && !isMathsLoaded()
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(setHasWaited, FORMULAS, true)
    void loadMaths().then(() => setHasWaited(true))
    return () => clearTimeout(timer)
  }, [waits])
  return !waits
}

/**
 * One question: stem, picture, where the answer goes, and the key once it is shown. Whether it is shown
 * is forgotten with the question (spec 2 §2.12), unless the choice was marked.
 */
function QuestionCard({ item, dialogs, arrived, hasActions }: QuestionCardProps) {
  const { id, section, index } = item
  const { heading, card } = useArrival(item, arrived)
  const { guide } = useAttemptParts()
  const stem = useId()
  const [shown, setShown] = useState(false)
  const known = useTest((state) => state.revealed[id])
  const chosen = useTest(({ outbox }) =>
    isFinal(outbox, id) ? (outbox.answers[id]?.value ?? null) : null,
  )
  const reveal = shown || chosen !== null ? known : undefined

  return (
    <section className={styles.card} aria-label={testTexts.question} ref={card}>
      <Title order={2} ref={heading} tabIndex={-1} className={styles.number}>
        {testTexts.questionOf(formatNumber(index + 1), formatNumber(section.ids.length))}
      </Title>
      {/* One that cannot be drawn leaves the way to the others. */}
      <ErrorBoundary fallback={<Alert color="red">{testTexts.notDrawn}</Alert>}>
        <Content item={item} stem={stem} reveal={reveal} chosen={chosen} />
      </ErrorBoundary>
      {hasActions && (
        <>
          <Actions item={item} shown={shown} setShown={setShown} dialogs={dialogs} />
          {/* Also of one that cannot be drawn, and in a mock: nothing here tells a key. */}
          {guide === null && <ReportButton question={id} label={reportTexts.broken} />}
        </>
      )}
    </section>
  )
}

function Content({ item, stem, reveal, chosen }: ContentProps) {
  const { id, question } = item
  const explanation = useRef<HTMLElement>(null)
  return (
    <>
      <div id={stem} className={styles.stem}>
        <RichText html={question.question} />
      </div>
      {question.logo && <QuestionPicture src={question.logo} alt={testTexts.picture} />}
      {item.kind === 'question' ? (
        <Options question={item.question} labelledBy={stem} reveal={reveal} />
      ) : (
        <TheoryAnswer id={id} labelledBy={stem} />
      )}
      <Marking item={item} explanation={explanation} />
      {reveal && <Explanation reveal={reveal} item={item} chosen={chosen} ref={explanation} />}
    </>
  )
}

interface ContentProps {
  item: Item
  /** Id of the element that holds the stem. */
  stem: string
  reveal: Reveal | undefined
  /** The option that was chosen and is marked. */
  chosen: string | null
}

interface QuestionCardProps {
  item: Item
  dialogs: Dialogs
  /** Whether a question was on screen before this one. */
  arrived: RefObject<boolean>
  hasActions: boolean
}

/** To the top of the page, or past a passage above that is kept open by hand. */
function bringUp(card: HTMLElement) {
  if (card.previousElementSibling?.matches('[data-kept=true]')) {
    card.scrollIntoView({ block: 'start' })
  } else window.scrollTo({ top: 0 })
}

/** Announces the new question, and keeps the focus from being lost with the old one. */
function useArrival(item: Item, arrived: RefObject<boolean>) {
  const { announce } = useAttemptParts()
  const heading = useRef<HTMLHeadingElement>(null)
  const card = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the question comes up
  useEffect(() => {
    const isFirst = !arrived.current
    arrived.current = true
    if (card.current !== null && !isFirst) bringUp(card.current)
    const lost = document.activeElement === null || document.activeElement === document.body
    if (lost) heading.current?.focus({ preventScroll: true })
    else if (!isFirst)
      announce(testTexts.questionIn(formatNumber(item.index + 1), item.section.subject.title))
  }, [])
  return { heading, card }
}

/**
 * The options of an objective question, lettered from A: one to choose, by touch, mouse,
 * arrow keys, or the letter itself.
 */
function Options({ question, labelledBy, reveal }: OptionsProps) {
  const { test, attempt } = useAttemptParts()
  const id = question._id
  const chosen = useTest((state) => state.outbox.answers[id]?.value ?? null)
  const settled = useSettled(id)
  const atOnce = useMarksAtOnce()
  const isStudy = attempt.assessment.slug === 'study'
  const choose = (option: string | null) => test.answer(id, 'question', option, atOnce)

  return (
    <>
      <div
        role="radiogroup"
        aria-labelledby={labelledBy}
        className={styles.options}
        // On the way to an option, the arrows must not choose those before it.
        onKeyDown={atOnce || (isStudy && settled) ? walkOptions : undefined}
      >
        {question.options.map((option, index) => {
          const mark = verdictOf(option._id, chosen, reveal)
          const isChosen = chosen === option._id
          return (
            <label
              key={option._id}
              className={styles.option}
              data-chosen={isChosen || undefined}
              data-settled={settled || undefined}
              // Where green means right, a choice without a mark has another colour.
              data-mark={mark?.is ?? (isStudy && isChosen ? 'open' : undefined)}
            >
              <input
                type="radio"
                name={id}
                checked={isChosen}
                // Marked at once, it keeps the focus that the choice was made with.
                disabled={settled && !isStudy}
                aria-disabled={settled || undefined}
                onChange={() => choose(option._id)}
              />
              <span className={styles.letter}>{letterOf(index)}</span>
              <span className={styles.text}>
                <RichText html={option.option} inline enlarge="corner" />
              </span>
              {mark && (
                <span className={styles.verdict}>
                  {mark.is === 'right' ? (
                    <Check size={18} aria-hidden />
                  ) : (
                    <X size={18} aria-hidden />
                  )}
                  {mark.says}
                </span>
              )}
            </label>
          )
        })}
      </div>
      {chosen !== null && !settled && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={styles.clear}
          onClick={() => choose(null)}
        >
          {testTexts.clearChoice}
        </Button>
      )}
    </>
  )
}

interface OptionsProps {
  question: Question
  /** Id of the element that holds the stem. */
  labelledBy: string
  reveal: Reveal | undefined
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** Moves the focus by the arrow keys, and leaves the choice to the space bar. */
function walkOptions(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  const radios = [...event.currentTarget.querySelectorAll('input')]
  const at = radios.indexOf(event.target as HTMLInputElement)
  radios[(at + step + radios.length) % radios.length]?.focus()
}

function useSettled(id: string): boolean {
  const { attempt } = useAttemptParts()
  return useTest((state) => isSettled(attempt, state, id))
}

function verdictOf(option: string, chosen: string | null, reveal: Reveal | undefined) {
  if (reveal === undefined || !('correctAns' in reveal)) return null
  if (option === reveal.correctAns) return { is: 'right', says: testTexts.rightAnswer } as const
  return option === chosen ? ({ is: 'wrong', says: testTexts.yourAnswer } as const) : null
}

/** The longest answer that the server takes, in characters. */
const LONGEST = 20_000

/** Where the answer to a theory question is written; every keystroke is kept. */
function TheoryAnswer({ id, labelledBy }: { id: string; labelledBy: string }) {
  const { test } = useAttemptParts()
  const text = useTest((state) => state.outbox.answers[id]?.value ?? '')
  const refused = useTest((state) => state.outbox.answers[id]?.refused)
  const settled = useSettled(id)
  const seen = useTest((state) => id in state.revealed)
  const label = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const tools = { id, field, settled }
  const left = LONGEST - text.length
  const graded = seen && !settled ? testTexts.ownGradeCounts : testTexts.gradedLater
  return (
    <>
      <Keys {...tools} />
      {/* What Mantine's Textarea is without code that grows it. */}
      <InputBase
        ref={field}
        component="textarea"
        multiline
        label={testTexts.yourAnswer}
        labelProps={{ id: label }}
        aria-labelledby={`${label} ${labelledBy}`}
        required
        dir="auto"
        rows={9}
        maxLength={LONGEST}
        disabled={settled}
        size="md"
        classNames={{ root: styles.answer, input: styles.writing }}
        value={text}
        error={refused}
        description={left < 1_000 ? plural(testTexts.charactersLeft, left) : graded}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => test.answer(id, 'theory', clean(event.currentTarget.value))}
      />
      <Photographs {...tools} />
    </>
  )
}

// Without their code the answer can be written all the same.
const Keys = lazyPart(() => loadEssay().then((m) => m.AnswerKeys))
const Photographs = lazyPart(() => loadEssay().then((m) => m.AnswerPhotographs))

/** Pasted texts may hold characters that no store takes. */
const clean = (text: string) => text.replaceAll('\0', '')
