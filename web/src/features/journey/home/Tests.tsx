// The tests of a returning student on the dashboard: the next one and the last ones.
import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CirclePlay, RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import { availabilityQuery, firstYear } from '@/shared/api/queries/attempts'
import { assessmentsQuery, registeredSubjects } from '@/shared/api/queries/enrolment'
import { todayQuery } from '@/shared/api/queries/results'
import type { Assessment, ExamChoice, Quiz, User, UserSubscription } from '@/shared/api/types'
import { ExamBadge } from '@/shared/exams/exams'
import { kindOf, testName } from '@/shared/exams/kind'
import { AgainButton, sameAgain } from '@/shared/flow/again'
import { lastChoices } from '@/shared/flow/lastChoices'
import { daysLeft, subscriptionAt } from '@/shared/flow/subscription'
import {
  formatDateTime,
  formatMinutes,
  formatNumber,
  formatPercent,
  plural,
} from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { type Verdict, verdict } from '@/shared/ui/Bar'
import { Panel } from '@/shared/ui/Page'
import { journeyTexts } from '../messages'
import {
  canStart,
  choicesOfLast,
  examToBegin,
  freshYear,
  isWhole,
  minutesOf,
  proposal,
  startOf,
  universityOf,
} from '../practise/proposal'
import { givesSample } from '../setup'
import { NotStarted, useStart } from '../useStart'
import type { HomeProps } from './Home'
import styles from './home.module.css'
import { studentHomeTexts } from './messages'

/** The next test, started by one press with the choices of the last one. */
export function NextTest({ exams, quizzes }: Pick<HomeProps, 'exams' | 'quizzes'>) {
  const { data: assessments = [] } = useQuery(assessmentsQuery)
  const exam = examToBegin(
    exams.filter((one) => canStart(one, universityFor(one))),
    [quizzes[0]?.exam._id],
  )
  const subscription = exam && subscriptionAt(exam, universityFor(exam))
  // A mock has terms to agree to first.
  const open = assessments.filter(({ status, slug }) => status && slug !== 'mock')
  return (
    <Panel component="section" aria-labelledby="next-test">
      <Title order={2} id="next-test" mb="sm">
        {studentHomeTexts.nextTest}
      </Title>
      {exam && subscription && open.length > 0 ? (
        <Start exam={exam} subscription={subscription} assessments={open} quizzes={quizzes} />
      ) : (
        <Button component={Link} to={paths.practise}>
          {studentHomeTexts.chooseTest}
        </Button>
      )}
    </Panel>
  )
}

const universityFor = (exam: ExamChoice) => universityOf(exam, lastChoices(exam._id)?.university)

function Start({ exam, subscription, assessments, quizzes }: StartProps) {
  const client = useQueryClient()
  const start = useStart()
  const { data: today } = useQuery(todayQuery(exam._id))
  // The screen has one main action.
  const isSecond = today !== undefined && today.due + today.fresh > 0
  const own = quizzes.filter((quiz) => quiz.exam._id === exam._id)
  const choices = proposal(
    exam,
    subscription,
    assessments.map(({ slug }) => slug),
    lastChoices(exam._id) ?? choicesOfLast(own[0]),
  )
  const { examType, subjects, questions, university, mode } = choices
  const assessment = assessments.find(({ slug }) => slug === mode)
  const titles = registeredSubjects(exam).filter(({ _id }) => subjects.includes(_id))
  const minutes = minutesOf(choices, subscription)
  const isSample = givesSample(subscription)
  const facts = [
    assessment?.title,
    isWhole(questions)
      ? studentHomeTexts.wholePaper
      : subjects.length > 1 && !isSample
        ? studentHomeTexts.questionsEach(plural(journeyTexts.questions, questions))
        : plural(journeyTexts.questions, questions),
    minutes !== null && formatMinutes(minutes),
  ]
  const begin = () => {
    if (!assessment) return
    start.begin({ exam, assessment, examType }, async () => {
      const body = { examId: exam._id, examType, subjects, year: firstYear, university }
      const found = await client.fetchQuery(availabilityQuery({ mock: false, body }))
      const taken = own
        .filter(({ subjectId }) => subjects.every((id) => subjectId.includes(id)))
        .flatMap(({ year }) => year ?? [])
      const year = freshYear(found, taken)
      return startOf({ exam, subscription, assessmentId: assessment._id, choices, year })
    })
  }
  return (
    <>
      <Group justify="space-between" gap="md">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <ExamBadge exam={exam} />
          <div>
            <Text fw={650}>{exam.title}</Text>
            <Text fz="sm">{titles.map(({ title }) => title).join(', ')}</Text>
            <Text fz="sm" c="dimmed">
              {facts.filter(Boolean).join(', ')}
            </Text>
            {isSample && (
              <Text fz="sm">{plural(studentHomeTexts.trialLeft, daysLeft(subscription))}</Text>
            )}
          </div>
        </Group>
        <Group gap="xs">
          <Button
            size="md"
            variant={isSecond ? 'light' : 'filled'}
            leftSection={<CirclePlay size={20} aria-hidden />}
            loading={start.isPending}
            onClick={begin}
          >
            {studentHomeTexts.start}
          </Button>
          <Button
            component={Link}
            to={paths.practiseExam(exam.slug)}
            size="md"
            variant="default"
            aria-label={studentHomeTexts.changeTest}
          >
            {studentHomeTexts.change}
          </Button>
        </Group>
      </Group>
      {start.error && (
        <div style={{ marginTop: 16 }}>
          <NotStarted thrown={start.error} onCleared={start.reset} />
        </div>
      )}
    </>
  )
}

interface StartProps {
  exam: ExamChoice
  subscription: UserSubscription
  /** Study and practice, as far as they are switched on. */
  assessments: Assessment[]
  quizzes: Quiz[]
}

/** Tests in the list. */
const SHOWN = 3

/** The last tests: what each was, its score, its result, and the same once more. */
export function LastTests({ exams, quizzes, user }: LastTestsProps) {
  return (
    <Panel component="section" aria-labelledby="last-tests">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="last-tests">
          {studentHomeTexts.lastTests}
        </Title>
        <Anchor component={Link} to={paths.results} fz="sm">
          {studentHomeTexts.allResults}
        </Anchor>
      </Group>
      <ul className={styles.list}>
        {quizzes.slice(0, SHOWN).map((quiz, i) => (
          <LastTest
            key={quiz._id}
            quiz={quiz}
            moved={i === 0 ? movedSince(quizzes) : null}
            exam={exams.find(({ _id }) => _id === quiz.exam._id)}
            user={user}
          />
        ))}
      </ul>
    </Panel>
  )
}

type LastTestsProps = Pick<HomeProps, 'exams' | 'quizzes' | 'user'>

/** How the last score moved since the same kind of test before; null where there was none. */
function movedSince([last, ...before]: Quiz[]): string | null {
  const like = last && before.find((quiz) => isLike(quiz, last))
  if (!last || !like) return null
  const [now, then] = [scoreLineOf(last), scoreLineOf(like)]
  if (now.points === null || then.points === null) return null
  if (now.points === then.points) return studentHomeTexts.sameScore
  return (now.points > then.points ? studentHomeTexts.upFrom : studentHomeTexts.downFrom)(
    then.value,
  )
}

function LastTest({ quiz, exam: choice, moved, user }: LastTestProps) {
  const { _id, exam, examResult, totalAvgGrade } = quiz
  const { year, createdAt } = quiz
  const name = [exam.title, testName(quiz), year].filter(Boolean).join(', ')
  const subjects = quiz.subjects.map(({ title }) => title).join(', ')
  const score = scoreLineOf(quiz)
  const to = kindOf(quiz) !== 'objective' ? paths.theoriesResults(_id) : paths.practiceResults(_id)
  return (
    <li>
      <ExamBadge exam={choice ?? exam} side={32} />
      <span className={styles.score} data-verdict={score.verdict}>
        {score.value}
      </span>
      <div className={styles.what}>
        <Anchor component={Link} to={to} fw={650} c="inherit">
          {name}
        </Anchor>
        {subjects && <Text fz="sm">{subjects}</Text>}
        {moved && (
          <Text fz="sm" fw={600}>
            {moved}
          </Text>
        )}
        <Text fz="sm" c="dimmed">
          {formatDateTime(createdAt)}
        </Text>
      </div>
      {examResult === 'pending' && totalAvgGrade == null ? (
        <Button component={Link} to={paths.theoriesGrade(_id)} size="xs" variant="light">
          {studentHomeTexts.grade}
        </Button>
      ) : (
        <AgainButton
          again={sameAgain(quiz, user)}
          label={studentHomeTexts.sameAgainOf(name)}
          size="xs"
          variant="light"
          leftSection={<RotateCcw size={14} aria-hidden />}
        >
          {studentHomeTexts.sameAgain}
        </AgainButton>
      )}
    </li>
  )
}

interface LastTestProps {
  quiz: Quiz
  /** With its logo. */
  exam: ExamChoice | undefined
  /** How its score compares with the one before. */
  moved: string | null
  user: User
}

interface ScoreLine {
  value: string
  verdict: Verdict
  /** Percent, or points of 400; null while nothing is graded. */
  points: number | null
}

/**
 * A score on one line, with its colour, and its number to compare with earlier tests. What is not graded is neither
 * good nor bad. The result splits the same score into a large value and its label (`labelledScoreOf`).
 */
export function scoreLineOf(quiz: Quiz): ScoreLine {
  const { score, examResult, totalAvgGrade, theory } = quiz
  if (kindOf(quiz) === 'theory') {
    const average = totalAvgGrade ?? theory?.average
    if (average == null) return { value: studentHomeTexts.notGraded, verdict: 'open', points: null }
    const judged = totalAvgGrade == null ? 'open' : verdict(average * 4)
    return { value: formatPercent(average), verdict: judged, points: average }
  }
  // A test whose theory answers wait has no score on that scale yet; its result shows none either.
  const of400 = examResult === 'pending' ? null : score.outOf400
  if (of400 != null) {
    return {
      value: studentHomeTexts.of400(formatNumber(of400)),
      verdict: verdict(of400),
      points: of400,
    }
  }
  const points = (kindOf(quiz) === 'both' ? score.overall : null) ?? score.percent
  const value = formatPercent(points)
  if (examResult === 'pending') return { value, verdict: 'open', points }
  const graded = score.grade ? `${score.grade} (${value})` : value
  return { value: graded, verdict: verdict(points * 4), points }
}

const subjectsOf = ({ subjectId }: Quiz) => [...subjectId].sort().join()

/** Whether another test is of the same exam, mode, kind and subjects, so that its score can be compared. */
const isLike = (other: Quiz, quiz: Quiz) =>
  other._id !== quiz._id &&
  other.exam._id === quiz.exam._id &&
  other.assessment.slug === quiz.assessment.slug &&
  kindOf(other) === kindOf(quiz) &&
  (other.score.outOf400 === null) === (quiz.score.outOf400 === null) &&
  subjectsOf(other) === subjectsOf(quiz)
