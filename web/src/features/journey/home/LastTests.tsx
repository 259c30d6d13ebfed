// The last tests: what each was, its score, its result, and the same once more.
import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import type { Quiz, User } from '@/api/types'
import { formatDateTime, formatNumber, formatPercent } from '@/i18n/format'
import { paths } from '@/paths'
import { AgainButton } from '@/shell/AgainButton'
import { sameAgain } from '@/shell/again'
import { kindOf } from '@/shell/kind'
import { Panel } from '@/ui/Panel'
import { type Verdict, verdict } from '@/ui/verdict'
import type { HomeProps } from './Home'
import styles from './home.module.css'
import { messages } from './messages'

const words = messages.home

export function LastTests({ quizzes, user }: Pick<HomeProps, 'quizzes' | 'user'>) {
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
      <ul className={styles.list}>
        {quizzes.map((quiz) => (
          <LastTest key={quiz._id} quiz={quiz} user={user} />
        ))}
      </ul>
    </Panel>
  )
}

function LastTest({ quiz, user }: LastTestProps) {
  const { _id, exam, assessment, examResult, totalAvgGrade } = quiz
  const { year, createdAt } = quiz
  const name = [exam.title, assessment.title, year].filter(Boolean).join(', ')
  const subjects = quiz.subjects.map(({ title }) => title).join(', ')
  const score = scoreOf(quiz)
  const to = kindOf(quiz) !== 'objective' ? paths.theoriesResults(_id) : paths.practiceResults(_id)
  return (
    <li>
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
  user: User
}

interface Shown {
  value: string
  verdict: Verdict
}

/** The score in a word; what is not graded is neither good nor bad. */
function scoreOf(quiz: Quiz): Shown {
  const { score, examResult, totalAvgGrade, theory } = quiz
  if (kindOf(quiz) === 'theory') {
    const average = totalAvgGrade ?? theory?.average
    if (average == null) return { value: words.notGraded, verdict: 'open' }
    const judged = totalAvgGrade == null ? 'open' : verdict(average * 4)
    return { value: formatPercent(average), verdict: judged }
  }
  if (score.outOf400 != null) {
    return { value: words.of400(formatNumber(score.outOf400)), verdict: verdict(score.outOf400) }
  }
  const percent = score.overall ?? score.percent
  const value = formatPercent(percent)
  if (examResult === 'pending') return { value, verdict: 'open' }
  return { value: score.grade ? `${score.grade} (${value})` : value, verdict: verdict(percent * 4) }
}
