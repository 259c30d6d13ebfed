// What the answers were worth, and the way to keep that.
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { ExamRef, VisitorQuestion } from '@/shared/api/types'
import { readTried, writeTried } from '@/shared/flow/tried'
import { formatNumber } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { rememberTried } from '../exam/choose'
import { tryTexts } from './messages'
import styles from './try.module.css'
import { WaysOn } from './WaysOn'

export function Score({ exam, questions, answers }: ScoreProps) {
  const right = questions.filter(({ _id, correctAns }) => answers[_id] === correctAns).length
  const keep = () => {
    const tried = readTried()[exam.slug] ?? { answers }
    writeTried(exam.slug, { ...tried, keep: 'asked' })
    rememberTried(exam)
  }
  const score = tryTexts.score(formatNumber(right), formatNumber(questions.length))
  const state = { exam: exam.title, score }
  return (
    <section className={styles.card} aria-label={tryTexts.title(exam.title)}>
      <p className={styles.where}>{exam.title}</p>
      <h2 className={styles.score} tabIndex={-1} ref={(heading) => heading?.focus()}>
        {score}
      </h2>
      <WaysOn exam={exam}>
        <Button component={Link} to={paths.register} state={state} onClick={keep} h="auto" py={10}>
          <span className={styles.long}>{tryTexts.keep}</span>
        </Button>
        <Button component={Link} to={paths.login} state={state} onClick={keep} variant="default">
          {tryTexts.haveAccount}
        </Button>
      </WaysOn>
    </section>
  )
}

interface ScoreProps {
  exam: ExamRef
  questions: VisitorQuestion[]
  /** The chosen option of each question. */
  answers: Record<string, string>
}
