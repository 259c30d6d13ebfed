// What the answers were worth, and the way to keep that.
import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import type { ExamRef, VisitorQuestion } from '@/shared/api/types'
import { readTried, writeTried } from '@/shared/flow/tried'
import { formatNumber } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { useSession } from '@/shared/session/useSession'
import { messages } from './messages'
import styles from './try.module.css'

const words = messages.try

export function Score({ exam, questions, answers }: ScoreProps) {
  const isIn = useSession(({ status }) => status === 'in')
  const right = questions.filter(({ _id, correctAns }) => answers[_id] === correctAns).length
  const keep = () => {
    const tried = readTried()[exam.slug] ?? { answers }
    writeTried(exam.slug, { ...tried, keep: 'asked' })
  }
  const state = { exam: exam.title }
  return (
    <section className={styles.card} aria-label={words.title(exam.title)}>
      <p className={styles.where}>{exam.title}</p>
      <h2 className={styles.score} tabIndex={-1} ref={(heading) => heading?.focus()}>
        {words.score(formatNumber(right), formatNumber(questions.length))}
      </h2>
      {isIn ? (
        <Button component={Link} to={paths.dashboard}>
          {words.toDashboard}
        </Button>
      ) : (
        <>
          <Button
            component={Link}
            to={paths.register}
            state={state}
            onClick={keep}
            h="auto"
            py={10}
          >
            <span className={styles.long}>{words.keep}</span>
          </Button>
          <Button component={Link} to={paths.login} state={state} onClick={keep} variant="default">
            {words.haveAccount}
          </Button>
        </>
      )}
      <Anchor component={Link} to={paths.exam(exam.slug)}>
        {words.aboutExam(exam.title)}
      </Anchor>
    </section>
  )
}

interface ScoreProps {
  exam: ExamRef
  questions: VisitorQuestion[]
  /** The chosen option of each question. */
  answers: Record<string, string>
}
