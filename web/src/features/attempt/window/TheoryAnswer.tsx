// Where the answer to a theory question is written; every keystroke is kept.
import { InputBase } from '@mantine/core'
import { useId, useRef } from 'react'
import { plural } from '@/shared/i18n/format'
import { lazyPart } from '@/shared/ui/lazyPart'
import { useAttemptParts, useTest } from '../attemptContext'
import { loadEssay } from '../essay'
import { testTexts } from '../messages'
import { useSettled } from './Options'
import styles from './test.module.css'

/** The longest answer that the server takes, in characters. */
const LONGEST = 20_000

export function TheoryAnswer({ id, labelledBy }: { id: string; labelledBy: string }) {
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
