// What today's session holds in each exam that the student prepares for, and the button that starts it.
import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CirclePlay } from 'lucide-react'
import { Link } from 'react-router'
import { todayQuery } from '@/shared/api/queries/progress'
import type { ExamChoice, TodaySession } from '@/shared/api/types'
import { subscriptionAt } from '@/shared/flow/subscription'
import { formatNumber, plural } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { ErrorState } from '@/shared/ui/ErrorState'
import { Panel } from '@/shared/ui/Panel'
import { Skeleton } from '@/shared/ui/Skeleton'
import { NotStarted } from '../NotStarted'
import { registeredSubjects } from '../registered'
import { useStart } from '../useStart'
import styles from './home.module.css'
import { studentHomeTexts } from './messages'

export function Today({ exams }: { exams: ExamChoice[] }) {
  const prepared = exams.filter(isPrepared)
  if (prepared.length === 0) return null
  return (
    <Panel component="section" aria-labelledby="today">
      <Title order={2} id="today" mb="xs">
        {studentHomeTexts.todaysQuestions}
      </Title>
      <ul className={styles.list}>
        {prepared.map((exam) => (
          <li key={exam._id}>
            <Session exam={exam} isOnly={prepared.length === 1} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The student may start a test of it in the subjects registered. */
const isPrepared = (exam: ExamChoice) =>
  registeredSubjects(exam).length > 0 &&
  subscriptionAt(exam, exam.registration?.university?._id) !== undefined

function Session({ exam, isOnly }: { exam: ExamChoice; isOnly: boolean }) {
  const { data, isError, refetch } = useQuery(todayQuery(exam._id))
  const start = useStart()
  if (isError && !data) {
    return <ErrorState message={studentHomeTexts.todayFailed} onRetry={() => refetch()} />
  }
  if (!data) return <Skeleton count={1} height={42} />
  const begin = () =>
    start.begin({ exam, assessment: { slug: 'study' }, examType: 'objective' }, () => ({
      examId: exam._id,
      from: 'today',
    }))
  return (
    <>
      <div className={styles.what}>
        {!isOnly && <Text fw={650}>{exam.title}</Text>}
        <Text>{contents(data)}</Text>
        {data.toLearn > 0 && (
          <Anchor component={Link} to={paths.toLearn(exam._id)} fz="sm">
            {plural(studentHomeTexts.toLearn, data.toLearn)}
          </Anchor>
        )}
      </div>
      {data.due + data.fresh > 0 && (
        <Group>
          <Button
            size="md"
            leftSection={<CirclePlay size={20} aria-hidden />}
            aria-label={studentHomeTexts.startToday(exam.title)}
            loading={start.isPending}
            onClick={begin}
          >
            {studentHomeTexts.start}
          </Button>
        </Group>
      )}
      {start.error && <NotStarted thrown={start.error} onCleared={start.reset} />}
    </>
  )
}

/** "14 questions to repeat, 6 new, about 9 minutes, 8 KB". */
function contents({ due, fresh, minutes, kilobytes, isDone }: TodaySession): string {
  if (due + fresh === 0)
    return isDone ? studentHomeTexts.doneForToday : studentHomeTexts.nothingToday
  const parts = [
    due > 0 && plural(studentHomeTexts.toRepeat, due),
    fresh > 0 &&
      (due > 0
        ? studentHomeTexts.alsoNew(formatNumber(fresh))
        : plural(studentHomeTexts.onlyNew, fresh)),
    plural(studentHomeTexts.aboutMinutes, minutes),
    studentHomeTexts.kilobytes(formatNumber(kilobytes)),
  ]
  return parts.filter(Boolean).join(', ')
}
