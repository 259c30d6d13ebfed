// The last tests: what each was, its score, its result, and the same once more.
import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import type { ExamChoice, Quiz, User } from '@/api/types'
import { formatDateTime } from '@/i18n/format'
import { paths } from '@/paths'
import { AgainButton } from '@/shell/AgainButton'
import { sameAgain } from '@/shell/again'
import { ExamBadge } from '@/shell/ExamBadge'
import { kindOf } from '@/shell/kind'
import { Panel } from '@/ui/Panel'
import type { HomeProps } from './Home'
import styles from './home.module.css'
import { messages } from './messages'
import { isLike, scoreOf } from './score'

const words = messages.home

/** Tests in the list. */
const SHOWN = 3

export function LastTests({ exams, quizzes, user }: LastTestsProps) {
  return (
    <Panel component="section" aria-labelledby="last-tests">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="last-tests">
          {words.lastTests}
        </Title>
        <Anchor component={Link} to={paths.results} fz="sm">
          {words.allResults}
        </Anchor>
      </Group>
      <LastScore quizzes={quizzes} />
      <ul className={styles.list}>
        {quizzes.slice(0, SHOWN).map((quiz) => (
          <LastTest
            key={quiz._id}
            quiz={quiz}
            exam={exams.find(({ _id }) => _id === quiz.exam._id)}
            user={user}
          />
        ))}
      </ul>
    </Panel>
  )
}

type LastTestsProps = Pick<HomeProps, 'exams' | 'quizzes' | 'user'>

/** The last score, and how it moved since the same kind of test before. */
function LastScore({ quizzes }: Pick<HomeProps, 'quizzes'>) {
  const [last] = quizzes
  const now = last && scoreOf(last)
  if (!last || now?.points == null) return null
  const before = quizzes.find((quiz) => isLike(quiz, last))
  const then = before && scoreOf(before)
  return (
    <Text mb="xs">
      {words.lastScore}: <b>{now.value}</b>
      {then?.points != null && `, ${moved(now.points - then.points, then.value)}`}
    </Text>
  )
}

const moved = (by: number, from: string) =>
  by === 0 ? words.sameScore : by > 0 ? words.upFrom(from) : words.downFrom(from)

function LastTest({ quiz, exam: choice, user }: LastTestProps) {
  const { _id, exam, assessment, examResult, totalAvgGrade } = quiz
  const { year, createdAt } = quiz
  const name = [exam.title, assessment.title, year].filter(Boolean).join(', ')
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
        <Text fz="sm" c="dimmed">
          {formatDateTime(createdAt)}
        </Text>
      </div>
      {examResult === 'pending' && totalAvgGrade == null ? (
        <Button component={Link} to={paths.theoriesGrade(_id)} size="xs" variant="light">
          {words.grade}
        </Button>
      ) : (
        <AgainButton
          again={sameAgain(quiz, user)}
          label={words.sameAgainOf(name)}
          size="xs"
          variant="light"
          leftSection={<RotateCcw size={14} aria-hidden />}
        >
          {words.sameAgain}
        </AgainButton>
      )}
    </li>
  )
}

interface LastTestProps {
  quiz: Quiz
  /** With its logo. */
  exam: ExamChoice | undefined
  user: User
}
