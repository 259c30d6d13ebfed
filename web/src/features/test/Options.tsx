// The options of an objective question, lettered from A: one to choose, by touch, mouse,
// arrow keys, or the letter itself.
import { Button } from '@mantine/core'
import { Check, X } from 'lucide-react'
import type { Question, Reveal } from '@/api/types'
import { letterOf } from '@/i18n/format'
import { RichText } from '@/ui/RichText'
import { isSettled } from './attempt/state'
import { useAttemptParts, useTest } from './attemptContext'
import { messages } from './messages'
import styles from './test.module.css'

export function Options({ question, labelledBy, reveal }: OptionsProps) {
  const { test } = useAttemptParts()
  const id = question._id
  const chosen = useTest((state) => state.outbox.answers[id]?.value ?? null)
  const settled = useSettled(id)
  const choose = (option: string | null) => test.answer(id, 'question', option)

  return (
    <>
      <div role="radiogroup" aria-labelledby={labelledBy} className={styles.options}>
        {question.options.map((option, index) => {
          const mark = verdictOf(option._id, chosen, reveal)
          return (
            <label
              key={option._id}
              className={styles.option}
              data-chosen={chosen === option._id || undefined}
              data-settled={settled || undefined}
              data-mark={mark?.is}
            >
              <input
                type="radio"
                name={id}
                checked={chosen === option._id}
                disabled={settled}
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
          {messages.test.clearChoice}
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

export function useSettled(id: string): boolean {
  const { attempt } = useAttemptParts()
  return useTest((state) => isSettled(attempt, state, id))
}

function verdictOf(option: string, chosen: string | null, reveal: Reveal | undefined) {
  if (reveal === undefined || !('correctAns' in reveal)) return null
  if (option === reveal.correctAns) return { is: 'right', says: messages.test.rightAnswer } as const
  return option === chosen ? ({ is: 'wrong', says: messages.test.yourAnswer } as const) : null
}
