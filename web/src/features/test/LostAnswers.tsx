// After the end: which answers did not reach Sabi before it. They stay on the device until
// the student has read of them here.
import { Alert, Box, Button, Stack, Text, Title } from '@mantine/core'
import { CloudOff } from 'lucide-react'
import { useStore } from 'zustand'
import { messages } from '@/messages'
import { mainId } from '@/ui/SkipLink'
import type { AnswerEntry } from './attempt/outbox'
import type { Test } from './attempt/store'
import { type Item, letterOf, type PaperModel } from './model/paper'
import styles from './test.module.css'

export function LostAnswers({ test, paper, onRead }: LostAnswersProps) {
  const ended = useStore(test.store, (state) => state.ended)
  const answers = useStore(test.store, (state) => state.outbox.answers)
  const lost = ended?.lost ?? []
  return (
    <Box component="main" id={mainId} tabIndex={-1} p="lg" maw={640} mx="auto">
      <title>Your test has ended · Sabi</title>
      <Stack>
        <Title order={1}>Your test has ended</Title>
        <Alert
          color="sun"
          icon={<CloudOff aria-hidden />}
          title={messages.test.lostTitle(lost.length)}
          role="alert"
        >
          {ended?.timeUp ? 'The time was up' : 'The test was ended'} before this device had a
          connection again. What is listed here does not count; everything that was shown as saved
          does.
        </Alert>
        <ul className={styles.lost}>
          {lost.map((id) => {
            const [item, entry] = [paper.items.get(id), answers[id]]
            return item && entry && <Lost key={id} item={item} entry={entry} />
          })}
        </ul>
        <Text c="dimmed" fz="sm">
          These answers stay on this device until you go on.
        </Text>
        <Button onClick={onRead}>I have read this, go on</Button>
      </Stack>
    </Box>
  )
}

interface LostAnswersProps {
  test: Test
  paper: PaperModel
  /** They need not be kept any longer. */
  onRead: () => void
}

function Lost({ item, entry: { value } }: { item: Item; entry: AnswerEntry }) {
  return (
    <li>
      <Text fw={600}>
        {item.section.subject.title}, question {item.index + 1}
      </Text>
      <Text className={styles.lostAnswer}>
        {item.kind === 'question'
          ? `Your answer: ${letterOf(item.question.options.findIndex(({ _id }) => _id === value))}`
          : value}
      </Text>
    </li>
  )
}
