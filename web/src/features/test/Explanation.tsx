// Key and explanation of a question, once shown.
import { Text } from '@mantine/core'
import type { Reveal } from '@/api/types'
import { RichText } from '@/ui/RichText'
import { messages } from './messages'
import { type Item, letterOf } from './model/paper'
import styles from './test.module.css'

const words = messages.test

export function Explanation({ reveal, item }: { reveal: Reveal; item: Item }) {
  return (
    <section className={styles.explanation} aria-label={words.answer} role="status">
      {item.kind === 'question' && 'correctAns' in reveal && (
        <Text fw={650}>
          {words.rightAnswerIs(
            letterOf(item.question.options.findIndex((one) => one._id === reveal.correctAns)),
          )}
        </Text>
      )}
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

function parts(reveal: Reveal): [name: string, html: string][] {
  const all: [string, string | undefined][] =
    'theory' in reveal
      ? [
          [words.answer, reveal.answer],
          [words.detailedAnswer, reveal.detailedAnswer],
        ]
      : [[words.explanation, reveal.description]]
  return all.filter((part): part is [string, string] => Boolean(part[1]))
}
