// The passage that a group of questions shares: a column beside the question on wide screens;
// above it on phones, where it folds once its first question is done with, and a reload changes nothing.
import { Text } from '@mantine/core'
import { formatNumber } from '@/shared/i18n/format'
import { Disclosure } from '@/shared/ui/Disclosure'
import { RichText } from '@/shared/ui/RichText'
import { testTexts } from '../messages'
import { useFolding } from './folding'
import styles from './test.module.css'

export function Passage({ html, wide, place, questions, current }: PassageProps) {
  const { open, byHand, toggle } = useFolding(place, current)
  const [first = 1, last = first] = [questions[0], questions.at(-1)]
  const name =
    first === last
      ? testTexts.passage
      : testTexts.passageFor(formatNumber(first), formatNumber(last))
  if (!wide) {
    return (
      <Disclosure name={name} open={open} onToggle={toggle} kept={byHand}>
        {/* Scrolls by itself, so that the question is in view below it. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region */}
        <section className={styles.short} aria-label={name} tabIndex={0}>
          <RichText html={html} />
        </section>
      </Disclosure>
    )
  }
  return (
    // Scrolls by itself, so the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region
    <section className={styles.passage} aria-label={name} tabIndex={0}>
      <Text fz="sm" c="dimmed" fw={650} mb="xs">
        {name}
      </Text>
      <RichText html={html} />
    </section>
  )
}

interface PassageProps {
  html: string
  wide: boolean
  /** Its test and first question. */
  place: string
  /** The numbers of the questions that it belongs to. */
  questions: number[]
  /** The number of the question on screen. */
  current: number
}
