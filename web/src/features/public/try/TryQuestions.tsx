// Questions that a visitor answers without an account: one tap marks and explains each. The first
// choice counts. What was answered stays on the device.
import { Anchor, Button } from '@mantine/core'
import { ArrowRight, Check, X } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { ExamRef, VisitorPaper, VisitorQuestion } from '@/shared/api/types'
import { readTried, writeTried } from '@/shared/flow/tried'
import { formatNumber, letterOf } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { useSession } from '@/shared/session/useSession'
import { scrollToShow } from '@/shared/ui/focus'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import { rememberTried } from '../exam/choose'
import { tryTexts } from '../messages'
import styles from '../site.module.css'

export function TryQuestions({ paper: { exam, questions }, next }: TryQuestionsProps) {
  const [answers, setAnswers] = useState(() => readTried()[exam.slug]?.answers ?? {})
  const [place, setPlace] = useState(() => firstOpen(questions, answers, next))
  const heading = useRef<HTMLHeadingElement>(null)
  const card = useRef<HTMLElement>(null)
  const verdict = useRef<HTMLDivElement>(null)
  const question = questions[place]
  if (question === undefined) return <Score exam={exam} questions={questions} answers={answers} />

  const choose = (option: string) => {
    const given = { ...answers, [question._id]: option }
    flushSync(() => setAnswers(given))
    writeTried(exam.slug, { ...readTried()[exam.slug], answers: given })
    scrollToShow(verdict.current)
  }
  const goOn = () => {
    flushSync(() => setPlace(place + 1))
    heading.current?.focus({ preventScroll: true })
    // The options of the next question are in view, not what stands above the card.
    card.current?.scrollIntoView({ block: 'start' })
  }
  const isLast = place + 1 === questions.length
  return (
    <section ref={card} className={styles.tryCard} aria-label={tryTexts.title(exam.title)}>
      <p className={styles.tryWhere}>
        {exam.title} · {tryTexts.of(question.subject.title, String(question.year))}
      </p>
      {next === undefined && (
        <h2 className={styles.tryNumber} tabIndex={-1} ref={heading}>
          {tryTexts.questionOf(formatNumber(place + 1), formatNumber(questions.length))}
        </h2>
      )}
      <Content
        key={question._id}
        question={question}
        chosen={answers[question._id]}
        onChoose={choose}
        verdict={verdict}
      >
        {next === undefined ? (
          <Button onClick={goOn} rightSection={<ArrowRight size={18} aria-hidden />}>
            {isLast ? tryTexts.seeScore : tryTexts.next}
          </Button>
        ) : (
          <Button component={Link} to={next} rightSection={<ArrowRight size={18} aria-hidden />}>
            {tryTexts.next}
          </Button>
        )}
      </Content>
    </section>
  )
}

interface TryQuestionsProps {
  paper: VisitorPaper
  /** The page of the others, if there is one question here. */
  next?: string
}

/** The place of the first unanswered question; behind the last one, where the score is, if there is none. */
function firstOpen(
  questions: VisitorQuestion[],
  answers: Record<string, string>,
  next: string | undefined,
): number {
  if (next !== undefined) return 0
  const open = questions.findIndex(({ _id }) => answers[_id] === undefined)
  return open < 0 ? questions.length : open
}

function Content({ question, chosen, onChoose, verdict, children }: ContentProps) {
  const { options, correctAns, passage, logo, description } = question
  const stem = useId()
  const isAnswered = chosen !== undefined
  return (
    <>
      {passage && (
        <details className={styles.passage}>
          <summary>{tryTexts.passage}</summary>
          <RichText html={passage} />
        </details>
      )}
      <div id={stem} className={styles.stem}>
        <RichText html={question.question} />
      </div>
      {logo && <QuestionPicture src={logo} alt={tryTexts.picture} />}
      {/* biome-ignore lint/a11y/useSemanticElements: its name is the stem, which is more than a legend holds */}
      <div role="group" aria-labelledby={stem} className={styles.options}>
        {options.map(({ _id, option }, i) => {
          const mark = isAnswered ? markOf(_id, correctAns, chosen) : null
          return (
            <button
              key={_id}
              type="button"
              className={styles.option}
              data-mark={mark ?? undefined}
              // Not disabled, so that the pressed button keeps the focus.
              aria-disabled={isAnswered}
              aria-pressed={_id === chosen}
              onClick={() => !isAnswered && onChoose(_id)}
            >
              <span className={styles.letter}>{letterOf(i)}</span>
              <span className={styles.tryText}>
                <RichText html={option} inline />
              </span>
              {mark && (
                <span className={styles.verdict}>
                  {mark === 'right' ? <Check size={18} aria-hidden /> : <X size={18} aria-hidden />}
                  {mark === 'right' ? tryTexts.rightAnswer : tryTexts.yourAnswer}
                </span>
              )}
            </button>
          )
        })}
      </div>
      <div ref={verdict} className={styles.tryAfter}>
        <div role="status" className={styles.trySaid}>
          {isAnswered ? (
            <>
              <strong>
                {chosen === correctAns
                  ? tryTexts.right
                  : tryTexts.wrong(letterOf(options.findIndex(({ _id }) => _id === correctAns)))}
              </strong>
              {description && <RichText html={description} />}
            </>
          ) : (
            tryTexts.tap
          )}
        </div>
        {isAnswered && children}
      </div>
    </>
  )
}

interface ContentProps {
  question: VisitorQuestion
  /** The option that was chosen; none yet. */
  chosen: string | undefined
  onChoose: (option: string) => void
  /** What is shown to be read once an option is chosen: verdict, explanation and the way on. */
  verdict: RefObject<HTMLDivElement | null>
  /** The way on. */
  children: ReactNode
}

function markOf(option: string, correct: string, chosen: string): 'right' | 'wrong' | null {
  if (option === correct) return 'right'
  return option === chosen ? 'wrong' : null
}

/** What the answers were worth, and the way to keep that. */
function Score({ exam, questions, answers }: ScoreProps) {
  const right = questions.filter(({ _id, correctAns }) => answers[_id] === correctAns).length
  const keep = () => {
    const tried = readTried()[exam.slug] ?? { answers }
    writeTried(exam.slug, { ...tried, keep: 'asked' })
    rememberTried(exam)
  }
  const score = tryTexts.score(formatNumber(right), formatNumber(questions.length))
  const state = { exam: exam.title, score }
  return (
    <section className={styles.tryCard} aria-label={tryTexts.title(exam.title)}>
      <p className={styles.tryWhere}>{exam.title}</p>
      <h2 className={styles.tryScore} tabIndex={-1} ref={(heading) => heading?.focus()}>
        {score}
      </h2>
      <WaysOn exam={exam}>
        <Button component={Link} to={paths.register} state={state} onClick={keep} h="auto" py={10}>
          <span className={styles.tryLong}>{tryTexts.keep}</span>
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

/**
 * Where it goes on from the questions to try: into an account, or to the dashboard of a person who is
 * logged in; and to the exam's page.
 */
export function WaysOn({ exam, children }: WaysOnProps) {
  const isIn = useSession(({ session }) => session.is === 'in')
  return (
    <>
      {isIn ? (
        <Button component={Link} to={paths.dashboard}>
          {tryTexts.toDashboard}
        </Button>
      ) : (
        children
      )}
      <Anchor component={Link} to={paths.exam(exam.slug)}>
        {tryTexts.aboutExam(exam.title)}
      </Anchor>
    </>
  )
}

interface WaysOnProps {
  exam: ExamRef
  /** The ways into an account. */
  children: ReactNode
}
