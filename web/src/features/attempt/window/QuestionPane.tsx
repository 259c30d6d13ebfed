// The question on screen, beside its passage where it has one. The passage stays as it is,
// scrolled and folded, while its group is walked through.
import { useRef } from 'react'
import { ErrorBoundary } from '@/shared/ui/ErrorBoundary'
import { Loader } from '@/shared/ui/Loader'
import { useMathsReady } from '@/shared/ui/useMathsReady'
import { useAttemptParts } from '../attemptContext'
import { groupOf, type Item, passageOf } from '../model/paper'
import type { Dialogs } from './dialogs'
import { Passage } from './Passage'
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
