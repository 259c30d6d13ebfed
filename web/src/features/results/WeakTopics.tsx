// The student's topics in the subjects of a result, the weakest first, each with a bar. They are
// of the last 90 days, which the panel says: a result by itself does not tell its topics.
import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { weakTopicsQuery } from '@/api/queries/progress'
import type { Quiz, WeakTopic } from '@/api/types'
import { formatNumber, formatPercent } from '@/i18n/format'
import { AgainButton } from '@/shell/AgainButton'
import { Bar } from '@/ui/Bar'
import { ErrorState } from '@/ui/ErrorState'
import { Panel } from '@/ui/Panel'
import { verdict } from '@/ui/verdict'
import { messages } from './messages'
import styles from './results.module.css'

const words = messages.results

/** More than this nobody works through. */
const MOST = 8

export function WeakTopics({ quiz }: { quiz: Quiz }) {
  const { data = [], isError, refetch } = useQuery(weakTopicsQuery(quiz.exam._id))
  if (isError && data.length === 0) {
    return <ErrorState message={words.topicsFailed} onRetry={() => refetch()} />
  }
  const own = data.filter(({ subject }) => quiz.subjectId.includes(subject._id)).slice(0, MOST)
  if (own.length === 0) return null
  return (
    <Panel component="section" aria-labelledby="topics">
      <Title order={2} id="topics" mb={4}>
        {words.topics}
      </Title>
      <Text c="dimmed" fz="sm" mb="md">
        {words.topicsText}
      </Text>
      <ul className={styles.topics}>
        {own.map((one) => (
          <Topic
            key={one.topic._id}
            of={one}
            examId={quiz.exam._id}
            named={quiz.subjectId.length > 1}
          />
        ))}
      </ul>
    </Panel>
  )
}

interface TopicProps {
  of: WeakTopic
  examId: string
  /** Whether the subject is said as well. */
  named: boolean
}

function Topic({ of: { subject, topic, answered, right, accuracy }, examId, named }: TopicProps) {
  const count = words.rightOf(formatNumber(right), formatNumber(answered))
  return (
    <li>
      <Stack gap={0} className={styles.topic}>
        <b>{topic.title}</b>
        <Text c="dimmed" fz="sm">
          {named ? `${subject.title}: ${count}` : count}
        </Text>
      </Stack>
      <div>
        <Text fz="sm" fw={650}>
          {formatPercent(accuracy)}
        </Text>
        <Bar percent={accuracy} verdict={verdict(accuracy * 4)} />
      </div>
      {right < answered && (
        <AgainButton
          size="xs"
          variant="light"
          label={words.studyTopic(topic.title)}
          again={{
            examId,
            mode: 'study',
            examType: 'objective',
            subjects: [subject._id],
            topics: [topic._id],
            paperFrom: 'mistakes',
          }}
        >
          {words.study}
        </AgainButton>
      )}
    </li>
  )
}
