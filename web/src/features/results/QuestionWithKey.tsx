// A question with its right option marked (by sign and word, never by colour alone), the chosen one if there is
// one, and the explanation.
import { Text } from '@mantine/core'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { Choice, Question } from '@/shared/api/types'
import { letterOf } from '@/shared/i18n/format'
import { Disclosure } from '@/shared/ui/Disclosure'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import { resultsTexts } from './messages'
import styles from './results.module.css'

export function QuestionWithKey({ question, correct, chosen, first }: QuestionWithKeyProps) {
  return (
    <>
      {question.passage && <Passage html={question.passage} first={first} />}
      <RichText html={question.question} />
      {question.logo && <QuestionPicture src={question.logo} />}
      <ol className={styles.options}>
        {question.options.map((option, i) => {
          const isChosen = option._id === chosen?._id
          const isCorrect = option._id === correct?._id
          const mark = isCorrect ? 'correct' : isChosen ? 'incorrect' : undefined
          return (
            <li key={option._id} data-mark={mark}>
              <span className={styles.letter}>{letterOf(i)}</span>
              <RichText html={option.option} inline enlarge="whole" className={styles.option} />
              <span className={styles.verdict}>
                {[isChosen && resultsTexts.yourAnswer, isCorrect && resultsTexts.correctAnswer]
                  .filter(Boolean)
                  .join(', ')}
                {mark === 'correct' && <Check size={16} strokeWidth={3} aria-hidden />}
                {mark === 'incorrect' && <X size={16} strokeWidth={3} aria-hidden />}
              </span>
            </li>
          )
        })}
      </ol>
      {question.description.trim() && (
        <div className={styles.explanation}>
          <Text fw={600} fz="sm" mb={4}>
            {resultsTexts.explanation}
          </Text>
          <RichText html={question.description} />
        </div>
      )}
    </>
  )
}

interface QuestionWithKeyProps {
  question: Question & { description: string }
  correct: Choice | null
  chosen?: Choice | null
  /** Whether it is the first shown of those that share its passage. */
  first: boolean
}

/** Characters of HTML from which a passage fills a phone's screen. */
const LONG = 400

/** A short one is open at the first of its questions; the question comes before a long one. */
function Passage({ html, first }: { html: string; first: boolean }) {
  const [byHand, setByHand] = useState<boolean | null>(null)
  const open = byHand ?? (first && html.length < LONG && !html.includes('<img'))
  return (
    <div className={styles.passage}>
      <Disclosure name={resultsTexts.passage} open={open} onToggle={() => setByHand(!open)}>
        {open && <RichText html={html} />}
      </Disclosure>
    </div>
  )
}
