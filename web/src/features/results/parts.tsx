// What several screens of a result show: that it waits for grades or for a running mock, the practice
// of what was missed, a theory answer beside the model answers, and the report of a question.
import { Alert, Button, type ButtonProps, Text } from '@mantine/core'
import { Hourglass, Lock, RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import type { ApiError } from '@/shared/api/errors'
import type { Quiz, TheoryResult } from '@/shared/api/types'
import { kindOf, testName } from '@/shared/exams/kind'
import { PhotographList } from '@/shared/exams/theory'
import { AgainButton, inSet, missedIn, mistakesOf, setSize } from '@/shared/flow/again'
import { common } from '@/shared/i18n/common'
import { formatDateTime, formatNumber, plural } from '@/shared/i18n/format'
import { isOfDevice } from '@/shared/offline/inUse'
import { paths } from '@/shared/paths'
import { useUser } from '@/shared/session/useSession'
import { lazyPart } from '@/shared/ui/lazyPart'
import { Panel } from '@/shared/ui/Page'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import { EmptyState } from '@/shared/ui/states'
import { resultsTexts } from './messages'
import styles from './results.module.css'

/** Theory answers that nobody has declared yet, or that no moderator grades. */
export function Pending({ quiz }: { quiz: Quiz }) {
  return (
    <Alert color="sun" icon={<Hourglass aria-hidden />} role="status">
      {quiz.isSubmission === false ? resultsTexts.openedFirst : common.underConsideration}
    </Alert>
  )
}

/** "JAMB UTME, Mock, 2019. 05 Mar 2026, 14:30". */
export function describe(quiz: Quiz): string {
  const { exam, year, createdAt } = quiz
  const what = [exam.title, testName(quiz), year].filter(Boolean).join(', ')
  const test = resultsTexts.testOf(what, formatDateTime(createdAt))
  return ranOut(quiz) ? `${test}. ${resultsTexts.timeRanOut}` : test
}

/** A test is submitted by force in the last second of its time, or by the server after it. */
const ranOut = ({ time, usedtime }: Quiz) => time != null && time > 0 && usedtime >= time - 1

/**
 * Shown in place of corrections, whose keys would tell those of a mock that the student is sitting
 * (ruling 29). Null for any other error.
 */
export function InRunningMock({ reason, errMessage, body }: ApiError) {
  if (reason !== 'in-running-mock') return null
  return (
    <Panel>
      <EmptyState
        icon={Lock}
        title={errMessage}
        action={
          // Offline, this device does not say which mock it is.
          body.attempt && (
            <Button component={Link} to={paths.objectiveQuestions(body.attempt)} mt="xs">
              {resultsTexts.goOnWithMock}
            </Button>
          )
        }
      >
        {resultsTexts.inRunningMock}
      </EmptyState>
    </Panel>
  )
}

/** The objective questions that were missed; theory answers are nobody's mistakes. */
export const missedOf = (quiz: Quiz) => (kindOf(quiz) === 'theory' ? 0 : missedIn(quiz))

/**
 * The main button of a result: practise what was missed, the first set of it where that is more than
 * one test holds.
 */
export function PractiseMissed({ quiz, ...rest }: { quiz: Quiz } & ButtonProps) {
  const user = useUser()
  const missed = missedOf(quiz)
  if (user === null || missed === 0 || isOfDevice(quiz._id)) return null
  const isMore = missed > setSize
  return (
    <AgainButton
      {...rest}
      again={mistakesOf(quiz, 'practice', user, isMore ? 1 : undefined)}
      leftSection={<RotateCcw size={18} aria-hidden />}
    >
      {isMore
        ? resultsTexts.practiseSome(formatNumber(inSet(missed, 1)), formatNumber(missed))
        : plural(resultsTexts.practiseMissed, missed)}
    </AgainButton>
  )
}

/** A theory question with what the student wrote beside the model answers. */
export function TheoryBeside({ result: { theory, resultsDetail } }: { result: TheoryResult }) {
  const { theoryAnswered, theoryCorrectAnswer, detailedAnswer } = resultsDetail
  return (
    <>
      <RichText html={theory.question} />
      {theory.logo && <QuestionPicture src={theory.logo} />}
      <div className={styles.beside}>
        <div className={styles.answer}>
          <Text fw={600} fz="sm" mb={4}>
            {resultsTexts.yourAnswer}
          </Text>
          {theoryAnswered?.trim() ? (
            <Text className={styles.written} dir="auto">
              {theoryAnswered}
            </Text>
          ) : (
            <Text c="dimmed">{resultsTexts.notAnswered}</Text>
          )}
          <PhotographList photographs={resultsDetail.photographs} />
        </div>
        <div className={styles.explanation}>
          <Text fw={600} fz="sm" mb={4}>
            {resultsTexts.modelAnswer}
          </Text>
          <RichText html={theoryCorrectAnswer} />
        </div>
      </div>
      {detailedAnswer.trim() && (
        <div className={styles.explanation}>
          <Text fw={600} fz="sm" mb={4}>
            {resultsTexts.inDetail}
          </Text>
          <RichText html={detailedAnswer} />
        </div>
      )}
    </>
  )
}

/**
 * "Report this question", shown where the question's key is shown. Its code is loaded apart from
 * the screen.
 */
export const Report = lazyPart<{ question: string }>(
  () => import('@/shared/report/ReportButton').then((m) => m.ReportButton),
  () => null,
)
