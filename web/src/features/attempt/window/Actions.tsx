// What can be done with the question on screen: show its answer, mark it, go on. On phones
// Prev, navigator and Next stay at the thumb.
import { Alert, Button } from '@mantine/core'
import { ChevronLeft, ChevronRight, Eye, EyeOff, Flag, LayoutGrid } from 'lucide-react'
import { useRef, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { isFinal, isGiven } from '@/shared/attempt/outbox'
import { common } from '@/shared/i18n/common'
import { formatNumber } from '@/shared/i18n/format'
import { notify } from '@/shared/ui/notify'
import { useFoot } from '@/shared/ui/useFoot'
import { useAttemptParts, useTest } from '../attemptContext'
import { testTexts } from '../messages'
import { type Item, neighbour } from '../model/paper'
import type { Dialogs } from './dialogs'
import { summaryOf } from './Explanation'
import { LogInAgain } from './LogInAgain'
import { ThinkFirst } from './Marking'
import styles from './test.module.css'
import { useMarksAtOnce } from './useThinkFirst'

export function Actions({ item, shown, setShown, dialogs }: ActionsProps) {
  const { test, paper, attempt } = useAttemptParts()
  const { id, section, index } = item
  const marked = useTest((state) => state.outbox.review[id]?.value ?? false)
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
        className={marked ? styles.marked : undefined}
        aria-pressed={marked}
        leftSection={<Flag size={18} aria-hidden fill={marked ? 'currentColor' : 'none'} />}
        onClick={() => test.review(id, !marked)}
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
