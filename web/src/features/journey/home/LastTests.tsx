// The last tests: what each was, its score, its result, and the same once more.
import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import type { ExamChoice, Quiz, User } from '@/shared/api/types'
import { ExamBadge } from '@/shared/exams/exams'
import { kindOf, testName } from '@/shared/exams/kind'
import { AgainButton, sameAgain } from '@/shared/flow/again'
import { formatDateTime, formatNumber, formatPercent } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { type Verdict, verdict } from '@/shared/ui/Bar'
import { Panel } from '@/shared/ui/Page'
import type { HomeProps } from './Home'
import styles from './home.module.css'
import { studentHomeTexts } from './messages'

/** Tests in the list. */
const SHOWN = 3

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
  const [now, then] = [scoreOf(last), scoreOf(like)]
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
  const score = scoreOf(quiz)
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

interface Shown {
  value: string
  verdict: Verdict
  /** Percent, or points of 400; null while nothing is graded. */
  points: number | null
}

/** What is not graded is neither good nor bad. */
export function scoreOf(quiz: Quiz): Shown {
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
  const told = score.grade ? `${score.grade} (${value})` : value
  return { value: told, verdict: verdict(points * 4), points }
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
