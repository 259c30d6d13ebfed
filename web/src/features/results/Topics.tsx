// How the topics of a test went, the weakest first, each with a bar and the way to study what went wrong.
import { Stack, Text, Title } from '@mantine/core'
import type { Quiz, SubjectResult } from '@/shared/api/types'
import { AgainButton } from '@/shared/flow/AgainButton'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { isOfDevice } from '@/shared/offline/inUse'
import { Bar } from '@/shared/ui/Bar'
import { Panel } from '@/shared/ui/Panel'
import { verdict } from '@/shared/ui/verdict'
import { resultsTexts } from './messages'
import styles from './results.module.css'

/** More than this nobody works through. */
const MOST = 8

export function Topics({ quiz, results }: { quiz: Quiz; results: SubjectResult[] }) {
  const topics = results.flatMap((result) =>
    result.topics.map((topic) => ({
      ...topic,
      subject: result.subject,
      percent: Math.round((topic.rightAnswer / Math.max(1, topic.quesLength)) * 100),
    })),
  )
  // Where two are as weak, the one with more questions comes first.
  topics.sort((a, b) => a.percent - b.percent || b.quesLength - a.quesLength)
  if (topics.length === 0) return null
  return (
    <Panel component="section" aria-labelledby="topics">
      <Title order={2} id="topics" mb={4}>
        {resultsTexts.topics}
      </Title>
      <Text c="dimmed" fz="sm" mb="md">
        {resultsTexts.topicsText}
      </Text>
      <ul className={styles.topics}>
        {topics.slice(0, MOST).map((one) => (
          <Topic key={one.topic._id} of={one} quiz={quiz} />
        ))}
      </ul>
    </Panel>
  )
}

type SubjectTopic = SubjectResult['topics'][number] & {
  subject: SubjectResult['subject']
  percent: number
}

function Topic({ of, quiz }: { of: SubjectTopic; quiz: Quiz }) {
  const { subject, topic, quesLength, rightAnswer, percent } = of
  const count = resultsTexts.rightOf(formatNumber(rightAnswer), formatNumber(quesLength))
  return (
    <li>
      <Stack gap={0} className={styles.topic}>
        <b>{topic.title}</b>
        <Text c="dimmed" fz="sm">
          {quiz.subjectId.length > 1 ? `${subject.title}: ${count}` : count}
        </Text>
      </Stack>
      <div>
        <Text fz="sm" fw={650}>
          {formatPercent(percent)}
        </Text>
        <Bar percent={percent} verdict={verdict(percent * 4)} />
      </div>
      {rightAnswer < quesLength && !isOfDevice(quiz._id) && (
        <AgainButton
          size="xs"
          variant="light"
          label={resultsTexts.studyTopic(topic.title)}
          again={{
            examId: quiz.exam._id,
            mode: 'study',
            examType: 'objective',
            subjects: [subject._id],
            topics: [topic._id],
            paperFrom: 'mistakes',
            mistakesOf: quiz._id,
          }}
        >
          {resultsTexts.study}
        </AgainButton>
      )}
    </li>
  )
}
