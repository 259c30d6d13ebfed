// The options of an objective question, lettered from A: one to choose, by touch, mouse,
// arrow keys, or the letter itself.
import { Button } from '@mantine/core'
import { Check, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Question, Reveal } from '@/shared/api/types'
import { isSettled } from '@/shared/attempt/state'
import { letterOf } from '@/shared/i18n/format'
import { RichText } from '@/shared/ui/RichText'
import { useAttemptParts, useTest } from '../attemptContext'
import { testTexts } from '../messages'
import styles from './test.module.css'
import { useMarksAtOnce } from './useThinkFirst'

export function Options({ question, labelledBy, reveal }: OptionsProps) {
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

export function useSettled(id: string): boolean {
  const { attempt } = useAttemptParts()
  return useTest((state) => isSettled(attempt, state, id))
}

function verdictOf(option: string, chosen: string | null, reveal: Reveal | undefined) {
  if (reveal === undefined || !('correctAns' in reveal)) return null
  if (option === reveal.correctAns) return { is: 'right', says: testTexts.rightAnswer } as const
  return option === chosen ? ({ is: 'wrong', says: testTexts.yourAnswer } as const) : null
}
