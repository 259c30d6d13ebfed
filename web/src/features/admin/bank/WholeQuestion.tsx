// A question with everything in it: passage, stem, options with the key, explanation.
import { Group, Stack, Text } from '@mantine/core'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AdminQuestion } from '@/shared/api/types'
import { letterOf } from '@/shared/i18n/format'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import styles from './bank.module.css'
import { drawerTexts } from './messages'

/** The shown parts of a question. */
export type QuestionParts = Pick<
  AdminQuestion,
  'passage' | 'question' | 'logo' | 'options' | 'correctAns' | 'description'
>

export function WholeQuestion({ question, about }: WholeQuestionProps) {
  return (
    <Stack>
      {about && <Group gap="xs">{about}</Group>}
      {question.passage && (
        <section className={styles.passage} aria-label={drawerTexts.passage}>
          <RichText html={question.passage} />
        </section>
      )}
      <RichText html={question.question} />
      {question.logo && <QuestionPicture src={question.logo} />}
      <ol className={styles.options}>
        {question.options.map(({ _id, option }, i) => {
          const key = _id === question.correctAns
          return (
            <li key={_id} data-key={key || undefined}>
              <span className={styles.letter}>{letterOf(i)}</span>
              <RichText html={option} inline className={styles.option} />
              {key && (
                <span className={styles.key}>
                  {drawerTexts.rightAnswer} <Check size={16} strokeWidth={3} aria-hidden />
                </span>
              )}
            </li>
          )
        })}
      </ol>
      {question.description.trim() && (
        <section className={styles.explanation} aria-label={drawerTexts.explanation}>
          <Text fw={600} fz="sm" mb={4}>
            {drawerTexts.explanation}
          </Text>
          <RichText html={question.description} />
        </section>
      )}
    </Stack>
  )
}

interface WholeQuestionProps {
  question: QuestionParts
  /** Its state and place, above it. */
  about?: ReactNode
}
