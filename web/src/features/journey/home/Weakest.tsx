// The weakest topics of an exam in the last 90 days, each a press from being studied again.
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { weakTopicsQuery } from '@/shared/api/queries/progress'
import type { ExamRef, Quiz, User } from '@/shared/api/types'
import { kindOf } from '@/shared/exams/kind'
import { AgainButton } from '@/shared/flow/AgainButton'
import { mistakesOf, setSize } from '@/shared/flow/again'
import { formatNumber, formatPercent, plural } from '@/shared/i18n/format'
import { Bar } from '@/shared/ui/Bar'
import { ErrorState } from '@/shared/ui/ErrorState'
import { Panel } from '@/shared/ui/Panel'
import { Skeleton } from '@/shared/ui/Skeleton'
import { verdict } from '@/shared/ui/verdict'
import styles from './home.module.css'
import { studentHomeTexts } from './messages'

/** More than this nobody works through at a time. */
const MOST = 4

export function Weakest({ exam, quizzes, user }: WeakestProps) {
  const { data, isError, refetch } = useQuery(weakTopicsQuery(exam._id))
  if (isError && !data) {
    return <ErrorState message={studentHomeTexts.weakestFailed} onRetry={() => refetch()} />
  }
  // About as tall as what comes.
  if (!data) return <Skeleton count={1} />
  const weak = data.filter(({ right, answered }) => right < answered).slice(0, MOST)
  return (
    <Panel component="section" aria-labelledby="weakest">
      <Title order={2} id="weakest" mb="xs">
        {studentHomeTexts.weakest(exam.title)}
      </Title>
      {weak.length === 0 && <NoneWeak quizzes={quizzes} user={user} />}
      <ul className={styles.list}>
        {weak.map(({ subject, topic, answered, right, accuracy }) => (
          <li key={topic._id}>
            <div className={styles.what}>
              <Text fw={650}>{topic.title}</Text>
              <Text fz="sm" c="dimmed">
                {studentHomeTexts.rightOf(
                  subject.title,
                  formatNumber(right),
                  formatNumber(answered),
                )}
              </Text>
              <div className={styles.bar}>
                <span>{formatPercent(accuracy)}</span>
                <Bar percent={accuracy} verdict={verdict(accuracy * 4)} />
              </div>
            </div>
            <AgainButton
              size="xs"
              variant="light"
              label={studentHomeTexts.studyTopic(topic.title)}
              again={{
                examId: exam._id,
                mode: 'study',
                examType: 'objective',
                subjects: [subject._id],
                topics: [topic._id],
                questions: setSize,
                paperFrom: 'weak',
              }}
            >
              {studentHomeTexts.study}
            </AgainButton>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface WeakestProps {
  exam: ExamRef
  /** The latest results, the newest first. */
  quizzes: Quiz[]
  user: User
}

/** No topic is weak: said only where nothing was wrong. Otherwise what was missed can be practised. */
function NoneWeak({ quizzes, user }: Pick<WeakestProps, 'quizzes' | 'user'>) {
  const missed = quizzes.find((quiz) => kindOf(quiz) !== 'theory' && missing(quiz) > 0)
  if (!missed) return <Text c="dimmed">{studentHomeTexts.noneWeak}</Text>
  return (
    <AgainButton again={mistakesOf(missed, 'practice', user)} variant="light">
      {plural(studentHomeTexts.practiseMissed, missing(missed))}
    </AgainButton>
  )
}

const missing = ({ questionCount, correctCount }: Quiz) => questionCount - correctCount
