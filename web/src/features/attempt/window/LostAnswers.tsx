// After the end: which answers did not reach Sabi before it. They stay on the device until
// the student has read of them here.
import { Alert, Box, Button, Stack, Text, Title } from '@mantine/core'
import { CloudOff } from 'lucide-react'
import { useStore } from 'zustand'
import type { AnswerEntry } from '@/shared/attempt/outbox'
import type { Test } from '@/shared/attempt/run'
import { formatNumber, letterOf, plural } from '@/shared/i18n/format'
import { mainId } from '@/shared/ui/SkipLink'
import { testTexts } from '../messages'
import type { Item, PaperModel } from '../model/paper'
import styles from './test.module.css'

export function LostAnswers({ test, paper, onRead }: LostAnswersProps) {
  const ended = useStore(test.store, (state) => state.ended)
  const answers = useStore(test.store, (state) => state.outbox.answers)
  const lost = ended?.lost ?? []
  return (
    <Box component="main" id={mainId} tabIndex={-1} p="lg" maw={640} mx="auto">
      <title>{`${testTexts.hasEnded} · Sabi`}</title>
      <Stack>
        <Title order={1}>{testTexts.hasEnded}</Title>
        <Alert
          color="sun"
          icon={<CloudOff aria-hidden />}
          title={plural(testTexts.lostTitle, lost.length)}
          role="alert"
        >
          {ended?.timeUp ? testTexts.lostToTime : testTexts.lostToEnd}
        </Alert>
        <ul className={styles.lost}>
          {lost.map((id) => {
            const [item, entry] = [paper.items.get(id), answers[id]]
            return item && entry && <Lost key={id} item={item} entry={entry} />
          })}
        </ul>
        <Text c="dimmed" fz="sm">
          {testTexts.lostStay}
        </Text>
        <Button onClick={onRead}>{testTexts.lostRead}</Button>
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
        {testTexts.lostQuestion(item.section.subject.title, formatNumber(item.index + 1))}
      </Text>
      <Text className={styles.lostAnswer} dir="auto">
        {item.kind === 'question'
          ? testTexts.yourAnswerIs(
              letterOf(item.question.options.findIndex(({ _id }) => _id === value)),
            )
          : value}
      </Text>
    </li>
  )
}
