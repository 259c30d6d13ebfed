// What a returning student finds: answers that wait on this device, today's questions, the next test,
// how the last ones went, each to be taken again at once, the topics to work on, the score to expect,
// the days to the exam, and the data that tests have used.
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CirclePlay } from 'lucide-react'
import { Link } from 'react-router'
import { registeredSubjects } from '@/shared/api/queries/enrolment'
import { forecastQuery, todayQuery, weakTopicsQuery } from '@/shared/api/queries/results'
import type {
  ExamChoice,
  ExamRef,
  Quiz,
  ScoreRange,
  SubjectForecast,
  TodaySession,
  User,
} from '@/shared/api/types'
import type { KeptTest } from '@/shared/attempt/keptAnswers'
import { usedLately } from '@/shared/device/dataUsed'
import { kindOf } from '@/shared/exams/kind'
import { AgainButton, missedIn, mistakesOf, setSize } from '@/shared/flow/again'
import type { SubjectsChangedProps } from '@/shared/flow/SubjectsChanged'
import { subscriptionAt } from '@/shared/flow/subscription'
import { formatDate, formatNumber, formatPercent, plural } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { Bar, verdict } from '@/shared/ui/Bar'
import { lazyPart } from '@/shared/ui/lazyPart'
import { Panel } from '@/shared/ui/Page'
import { ErrorState, Skeleton } from '@/shared/ui/states'
import { givesSample } from '../setup'
import { NotStarted, useStart } from '../useStart'
import { ExamDays } from './ExamDays'
import styles from './home.module.css'
import { forecastTexts, studentHomeTexts } from './messages'
import { LastTests, NextTest } from './Tests'

// Rarely shown, so it loads when it is.
const SubjectsChanged = lazyPart<SubjectsChangedProps>(
  () => import('@/shared/flow/SubjectsChanged').then((m) => m.SubjectsChanged),
  () => null,
)

export function Home({ exams, kept, quizzes, isRunning, isOffline, user }: HomeProps) {
  const [last] = quizzes
  const held = exams.find(({ _id }) => _id === last?.exam._id)?.subscriptions ?? []
  const isTrial = held.length > 0 && held.every(givesSample)
  const mayStart = last && !isRunning && !isOffline
  return (
    <>
      {exams.some(({ registration }) => registration?.changed) && <SubjectsChanged exams={exams} />}
      {kept.length > 0 && <KeptAnswers tests={kept} />}
      {mayStart && <Today exams={exams} />}
      {mayStart && <NextTest exams={exams} quizzes={quizzes} />}
      {last && (
        <div className={styles.beside}>
          <LastTests exams={exams} quizzes={quizzes} user={user} />
          <Weakest
            exam={last.exam}
            quizzes={quizzes.filter(({ exam }) => exam._id === last.exam._id)}
            user={user}
          />
        </div>
      )}
      {last && <Forecast exam={last.exam} isTrial={isTrial} />}
      <ExamDays exams={exams} user={user} />
      <DataUsed />
    </>
  )
}

export interface HomeProps {
  exams: ExamChoice[]
  /** The tests with answers that wait on this device. */
  kept: KeptTest[]
  /** The latest results, the newest first. */
  quizzes: Quiz[]
  /** A test is open, and comes before any other. */
  isRunning: boolean
  /** Tests start from the questions on this device, which are offered above. */
  isOffline: boolean
  user: User
}

/**
 * What today's session holds in each exam that the student prepares for, and the button that starts it.
 */
function Today({ exams }: { exams: ExamChoice[] }) {
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

/** More than this nobody works through at a time. */
const MOST = 4

/** The weakest topics of an exam in the last 90 days, each a press from being studied again. */
function Weakest({ exam, quizzes, user }: WeakestProps) {
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
  const missed = quizzes.find((quiz) => kindOf(quiz) !== 'theory' && missedIn(quiz) > 0)
  if (!missed) return <Text c="dimmed">{studentHomeTexts.noneWeak}</Text>
  return (
    <AgainButton again={mistakesOf(missed, 'practice', user)} variant="light">
      {plural(studentHomeTexts.practiseMissed, missedIn(missed))}
    </AgainButton>
  )
}

/**
 * What score to expect if the exam were today, as a range; or what is missing for a forecast.
 */
function Forecast({ exam, isTrial }: ForecastProps) {
  const { data, isError, refetch } = useQuery(forecastQuery(exam._id))
  if (isError && !data)
    return <ErrorState message={forecastTexts.failed} onRetry={() => refetch()} />
  // On a trial, mostly nothing comes.
  if (!data) return isTrial ? null : <Skeleton count={1} />
  const { score, next } = data
  const subjects = isTrial ? [] : data.subjects
  if (subjects.length === 0 && !score) return null
  return (
    <Panel component="section" aria-labelledby="forecast">
      <Title order={2} id="forecast" mb="xs">
        {forecastTexts.title(exam.title)}
      </Title>
      {score && (
        <>
          <Text className={styles.days}>{forecastTexts.about(formatNumber(score.about))}</Text>
          <Text c="dimmed">{forecastTexts.between(score.from, score.to, score.outOf)}</Text>
          <ScoreBar score={score} />
        </>
      )}
      <ul className={styles.list}>
        {subjects.map((subject) => (
          <li key={subject.subject._id}>
            <div className={styles.what}>
              <Text fw={650}>{subject.subject.title}</Text>
              <Text fz="sm" c="dimmed">
                {expected(subject)}
              </Text>
              {subject.score && <ScoreBar score={subject.score} />}
            </div>
          </li>
        ))}
      </ul>
      {next && <Text mt="sm">{forecastTexts.next(next.topic.title, next.subject.title)}</Text>}
      {subjects.some((subject) => subject.score) && (
        <Text mt="xs" fz="sm" c="dimmed">
          {forecastTexts.howSure}
        </Text>
      )}
    </Panel>
  )
}

/** The expected score or grade of a subject, or what it needs before there is one. */
function expected({ score, grade, mocksNeeded, answersNeeded }: SubjectForecast) {
  if (!score) {
    return forecastTexts.needs(
      plural(forecastTexts.mocks, mocksNeeded),
      plural(forecastTexts.questions, answersNeeded),
    )
  }
  if (grade) return forecastTexts.grade(grade.about, grade.to, grade.from)
  return forecastTexts.subject(score.about, score.from, score.to, score.outOf)
}

interface ForecastProps {
  exam: ExamRef
  /** Its few questions say too little about single subjects. */
  isTrial: boolean
}

/** A range of scores on its scale. Decoration: the numbers are beside it as text. */
function ScoreBar({ score: { about, from, to, outOf } }: { score: ScoreRange }) {
  const share = (points: number) => `${(100 * points) / outOf}%`
  return (
    <div className={styles.scale} aria-hidden>
      <div className={styles.range} style={{ left: share(from), width: share(to - from) }} />
      <div className={styles.about} style={{ left: share(about) }} />
    </div>
  )
}

/**
 * Answers that wait on this device in tests whose window is closed: where they can be sent,
 * or what became of them is told.
 */
function KeptAnswers({ tests }: { tests: KeptTest[] }) {
  return (
    <Panel component="section" aria-labelledby="kept">
      <Title order={2} id="kept" mb={4}>
        {studentHomeTexts.keptTitle}
      </Title>
      <Text fz="sm" c="dimmed" mb="sm">
        {studentHomeTexts.keptText}
      </Text>
      <Stack gap="md">
        {tests.map((test) => (
          <KeptRow key={test.id} test={test} />
        ))}
      </Stack>
    </Panel>
  )
}

function KeptRow({ test: { title, path, waiting } }: { test: KeptTest }) {
  return (
    <Group justify="space-between" gap="md">
      <div>
        <Text fw={650}>{title}</Text>
        <Text fz="sm" c="dimmed">
          {plural(studentHomeTexts.notSent, waiting)}
        </Text>
      </div>
      <Button
        component={Link}
        to={path}
        variant="light"
        aria-label={studentHomeTexts.openOf(title)}
      >
        {studentHomeTexts.open}
      </Button>
    </Group>
  )
}

const MB = 1_000_000

/** How much data tests on this device have used lately. */
function DataUsed() {
  const used = usedLately()
  if (used === null) return null
  const megabytes = Math.max(0.1, Math.round(used.bytes / (MB / 10)) / 10)
  return (
    <Text fz="sm" c="dimmed">
      {studentHomeTexts.dataUsed(formatNumber(megabytes), formatDate(`${used.since}T12:00`))}
    </Text>
  )
}
