// What to do about a result, at its foot: take it once more, and the topics to work on.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import type { Quiz, SubjectResult, User } from '@/shared/api/types'
import { kindOf } from '@/shared/exams/kind'
import { AgainButton, inSet, mistakesOf, sameAgain, setSize } from '@/shared/flow/again'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { isOfDevice } from '@/shared/offline/inUse'
import { paths } from '@/shared/paths'
import { useUser } from '@/shared/session/useSession'
import { Bar, verdict } from '@/shared/ui/Bar'
import { Panel } from '@/shared/ui/Page'
import { offlineResultTexts, resultsTexts } from './messages'
import { missedOf } from './parts'
import styles from './results.module.css'

export function GoOn({ quiz, results }: { quiz: Quiz; results: SubjectResult[] }) {
  return (
    <>
      {isOfDevice(quiz._id) ? <PractiseOffline quiz={quiz} /> : <PractiseAgain quiz={quiz} />}
      {kindOf(quiz) !== 'theory' && <Topics quiz={quiz} results={results} />}
    </>
  )
}

/**
 * What to do about what went wrong besides practising it at once: study it, practise another set of it,
 * or take the same test once more.
 */
function PractiseAgain({ quiz }: { quiz: Quiz }) {
  const user = useUser()
  if (user === null) return null
  const missed = missedOf(quiz)
  return (
    <Panel component="section" aria-label={resultsTexts.goOnLearning}>
      <Title order={2} mb={4}>
        {missed > 0 ? resultsTexts.goOnLearning : resultsTexts.sameAgain}
      </Title>
      <Text c="dimmed" mb="md">
        {missed > 0 ? resultsTexts.practiseTheseText : resultsTexts.sameAgainText}
      </Text>
      {missed > setSize && <Sets quiz={quiz} user={user} missed={missed} />}
      <Group gap="sm">
        {missed > 0 && (
          <AgainButton
            again={mistakesOf(quiz, 'study', user, missed > setSize ? 1 : undefined)}
            variant="default"
          >
            {resultsTexts.studyMissed}
          </AgainButton>
        )}
        <AgainButton again={sameAgain(quiz, user)} variant={missed > 0 ? 'subtle' : 'filled'}>
          {resultsTexts.sameAgain}
        </AgainButton>
      </Group>
    </Panel>
  )
}

/** A press for each set of the mistakes. */
function Sets({ quiz, user, missed }: { quiz: Quiz; user: User; missed: number }) {
  const sets = Array.from({ length: Math.ceil(missed / setSize) }, (_, i) => i + 1)
  return (
    <>
      <Text fw={650} fz="sm" mb={8} id="sets">
        {resultsTexts.sets}
      </Text>
      <Group gap="xs" mb="md" role="group" aria-labelledby="sets">
        {sets.map((set) => {
          const first = (set - 1) * setSize
          const range = [first + 1, first + inSet(missed, set)].map(formatNumber) as [
            string,
            string,
          ]
          return (
            <AgainButton
              key={set}
              again={mistakesOf(quiz, 'practice', user, set)}
              variant="light"
              label={resultsTexts.practiseSet(...range)}
            >
              {resultsTexts.setOf(...range)}
            </AgainButton>
          )
        })}
      </Group>
    </>
  )
}

/** What to do after a test without internet: the mistakes, or another one. */
function PractiseOffline({ quiz }: { quiz: Quiz }) {
  const missed = missedOf(quiz) > 0
  return (
    <Panel component="section" aria-label={resultsTexts.goOnLearning}>
      <Title order={2} mb="md">
        {resultsTexts.goOnLearning}
      </Title>
      <Group gap="sm">
        {missed && (
          <Button
            component={Link}
            to={`${paths.practise}?offline=mistakes`}
            leftSection={<RotateCcw size={18} aria-hidden />}
          >
            {offlineResultTexts.practiseMissed}
          </Button>
        )}
        <Button
          component={Link}
          to={`${paths.practise}?offline=bank`}
          variant={missed ? 'subtle' : 'filled'}
        >
          {offlineResultTexts.practiseMore}
        </Button>
      </Group>
    </Panel>
  )
}

/** More than this nobody works through. */
const MOST = 8

/**
 * How the topics of a test went, the weakest first, each with a bar and the way to study what went wrong.
 */
function Topics({ quiz, results }: { quiz: Quiz; results: SubjectResult[] }) {
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
