// Key and explanation of a question, once shown.
import { Text } from '@mantine/core'
import type { RefObject } from 'react'
import type { Reveal } from '@/shared/api/types'
import { letterOf } from '@/shared/i18n/format'
import { RichText } from '@/shared/ui/RichText'
import { testTexts } from '../messages'
import type { Item } from '../model/paper'
import styles from './test.module.css'

/** `chosen` where the choice was marked: then it begins with whether it was right. */
export function Explanation({ reveal, item, chosen, ref }: ExplanationProps) {
  const lines = chosen === null ? [summaryOf(reveal, item)] : verdictOf(reveal, item, chosen)
  return (
    <section className={styles.explanation} aria-label={testTexts.answer} ref={ref}>
      {item.kind === 'question' && <Text fw={650}>{lines.join(' ')}</Text>}
      {parts(reveal).map(([name, html]) => (
        <div key={name}>
          <Text fz="sm" c="dimmed" fw={650}>
            {name}
          </Text>
          <RichText html={html} />
        </div>
      ))}
    </section>
  )
}

interface ExplanationProps {
  reveal: Reveal
  item: Item
  chosen: string | null
  ref: RefObject<HTMLElement | null>
}

/** Whether a choice is right, and else which option is. */
export function verdictOf(reveal: Reveal, item: Item, chosen: string | null | undefined): string[] {
  if ('correctAns' in reveal && reveal.correctAns === chosen) return [testTexts.isRight]
  return [testTexts.isWrong, summaryOf(reveal, item)]
}

/** What a key says in a line: the right option, or that there is a model answer to read. */
export function summaryOf(reveal: Reveal, item: Item): string {
  if (item.kind === 'theory' || !('correctAns' in reveal)) return testTexts.answer
  const { options } = item.question
  return testTexts.rightAnswerIs(
    letterOf(options.findIndex((one) => one._id === reveal.correctAns)),
  )
}

function parts(reveal: Reveal): [name: string, html: string][] {
  const all: [string, string | undefined][] =
    'theory' in reveal
      ? [
          [testTexts.answer, reveal.answer],
          [testTexts.detailedAnswer, reveal.detailedAnswer],
        ]
      : [[testTexts.explanation, reveal.description]]
  return all.filter((part): part is [string, string] => Boolean(part[1]))
}
