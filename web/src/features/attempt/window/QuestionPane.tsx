// The question on screen, beside its passage where it has one. The passage stays as it is,
// scrolled and folded, while its group is walked through.
import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { tryStorage } from '@/shared/device/tryStorage'
import { formatNumber } from '@/shared/i18n/format'
import { Disclosure } from '@/shared/ui/Disclosure'
import { ErrorBoundary } from '@/shared/ui/lazyPart'
import { hasMaths, isMathsLoaded, loadMaths, RichText } from '@/shared/ui/RichText'
import { Loader } from '@/shared/ui/states'
import { type Dialogs, useAttemptParts } from '../attemptContext'
import { testTexts } from '../messages'
import { groupOf, type Item, passageOf } from '../model/paper'
import { QuestionCard } from './QuestionCard'
import styles from './test.module.css'

export function QuestionPane({ id, wide, dialogs }: QuestionPaneProps) {
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
      <QuestionCard key={id} item={item} dialogs={dialogs} arrived={arrived} />
    </div>
  )
}

interface QuestionPaneProps {
  id: string
  wide: boolean
  /** Opens the navigator where it is not beside the question. */
  dialogs: Dialogs
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
  /** Which passage of which test. */
  place: string
  /** The number of the question with which it was come to. */
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
    // Left for another question or page: come to anew, it is there to be read.
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

/** How long a text waits for KaTeX before it is shown with the source of its formulas, in milliseconds. */
const LONGEST_WAIT = 4_000

/** Whether a text, or anything that holds it, can be shown as it will stay. Waits once at most. */
export function useMathsReady(text: string): boolean {
  const [hasWaited, setHasWaited] = useState(false)
  const waits = !hasWaited && hasMaths(text) && !isMathsLoaded()
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(setHasWaited, LONGEST_WAIT, true)
    void loadMaths().then(() => setHasWaited(true))
    return () => clearTimeout(timer)
  }, [waits])
  return !waits
}
