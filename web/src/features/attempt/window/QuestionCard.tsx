// One question: stem, picture, where the answer goes, and the key once it is shown.
// Whether it is shown is forgotten with the question (spec 2 §2.12), unless the choice was marked.
import { Alert, Title } from '@mantine/core'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Reveal } from '@/shared/api/types'
import { isFinal } from '@/shared/attempt/outbox'
import { formatNumber } from '@/shared/i18n/format'
import { ReportButton } from '@/shared/report/ReportButton'
import { reportTexts } from '@/shared/report/reportMessages'
import { ErrorBoundary } from '@/shared/ui/ErrorBoundary'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import { useAttemptParts, useTest } from '../attemptContext'
import { testTexts } from '../messages'
import type { Item } from '../model/paper'
import { Actions } from './Actions'
import type { Dialogs } from './dialogs'
import { Explanation } from './Explanation'
import { Marking } from './Marking'
import { Options } from './Options'
import { TheoryAnswer } from './TheoryAnswer'
import styles from './test.module.css'

export function QuestionCard({ item, dialogs, arrived }: QuestionCardProps) {
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
      <Actions item={item} shown={shown} setShown={setShown} dialogs={dialogs} />
      {/* Also of one that cannot be drawn, and in a mock: nothing here tells a key. */}
      {guide === null && <ReportButton question={id} label={reportTexts.broken} />}
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
}

/** To the top of the page, or past a passage above that is kept open by hand. */
function bringUp(card: HTMLElement) {
  if (card.previousElementSibling?.matches('[data-kept=true]')) {
    card.scrollIntoView({ block: 'start' })
  } else window.scrollTo({ top: 0 })
}

/** Tells where one has come to, and keeps the focus from getting lost with the old question. */
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
