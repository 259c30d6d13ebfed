// The tools of a written answer: maths keys, and photographs of the working. They are fetched with a test
// that has written answers. Without them the answer can be written all the same.
import { type RefObject, useEffect } from 'react'
import { createPhotographs, type Photographs as Queue } from '@/shared/attempt/photographs/queue'
import type { Test } from '@/shared/attempt/run'
import { plural } from '@/shared/i18n/format'
import { cookieOwner } from '@/shared/session/useSession'
import { notify } from '@/shared/ui/notify'
import { useAttemptParts, useTest } from '../attemptContext'
import { MathsKeys } from './MathsKeys'
import { isMathsSubject } from './mathsKeys'
import { essayTexts } from './messages'
import { Photographs } from './Photographs'

export interface EssayToolsProps {
  /** The question that is answered. */
  id: string
  field: RefObject<HTMLTextAreaElement | null>
  /** Whether the answer cannot be changed any more. */
  settled: boolean
}

/** Above the field: there a phone's keyboard does not cover them. */
export function AnswerKeys({ id, field, settled }: EssayToolsProps) {
  const { paper } = useAttemptParts()
  const subject = paper.items.get(id)?.section.subject.title ?? ''
  return !settled && <MathsKeys field={field} isMaths={isMathsSubject(subject)} />
}

/** Below the field. */
export function AnswerPhotographs({ id, field, settled }: EssayToolsProps) {
  const { test, attempt } = useAttemptParts()
  const revealed = useTest((state) => id in state.revealed)
  const queue = queueOf(attempt._id, test.user)
  useEffect(() => void queue.look(), [queue])
  useEffect(() => keepAnswered(test, queue, id, field.current), [test, queue, id, field])
  return (
    <Photographs
      theory={id}
      queue={queue}
      // Once the model answer was seen, the server takes none.
      settled={settled || revealed}
    />
  )
}

/**
 * Lets an answer that is photographs alone count as answered, with words that say where to look: as soon as one is
 * added, and when an empty field is left. Takes these words back with the last photograph. Returns the way to stop.
 */
function keepAnswered(test: Test, queue: Queue, id: string, field: HTMLElement | null) {
  const words = essayTexts.seeThem
  const count = () => queue.store.getState().shown.filter(({ theory }) => theory === id).length
  const text = () => test.store.getState().outbox.answers[id]?.value?.trim() ?? ''
  const point = () => {
    if (count() > 0 && text() === '') test.answer(id, 'theory', words)
  }
  let before = count()
  const stop = queue.store.subscribe(() => {
    const now = count()
    if (now > before) point()
    if (now === 0 && before > 0 && text() === words) test.answer(id, 'theory', '')
    before = now
  })
  field?.addEventListener('blur', point)
  return () => {
    stop()
    field?.removeEventListener('blur', point)
  }
}

const queues = new Map<string, Queue>()

function queueOf(attempt: string, user: string): Queue {
  const key = `${attempt} ${user}`
  const queue = queues.get(key) ?? createPhotographs({ attempt, user, owner: cookieOwner })
  queues.set(key, queue)
  return queue
}

/** Sends the photographs of an open test until its window goes; its submission waits for them. */
export function sendPhotographs(test: Test, attempt: string): void {
  const queue = queueOf(attempt, test.user)
  let over = false
  const changed = () => {
    const { ended, started } = test.store.getState()
    if (over || (ended === null && started)) return
    over = true
    stop()
    if (ended === null) return queue.stop()
    void queue.finish(ended.how === 'cancelled').then((lost) => {
      if (lost > 0) notify.error(plural(essayTexts.lost, lost))
    })
  }
  const stop = test.store.subscribe(changed)
  test.beforeSubmit(queue.beforeSubmit)
  // Must be there without a connection, too.
  void import('@/shared/ui/EnlargedDialog').catch(() => undefined)
  void queue.start()
  changed()
}
