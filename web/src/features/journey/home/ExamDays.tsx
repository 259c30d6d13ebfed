// How many days there are to each exam whose day the student has given, and where to give it; after
// the day, the score.
import { Button, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { registrationsQuery } from '@/shared/api/queries/account'
import type { ExamChoice, Registration, User } from '@/shared/api/types'
import { ExamBadge, jambUtme } from '@/shared/exams/exams'
import { DAY, formatDate, formatDay, formatNumber, plural } from '@/shared/i18n/format'
import { focusNow } from '@/shared/ui/focus'
import { lazyPart } from '@/shared/ui/lazyPart'
import { Panel } from '@/shared/ui/Page'
import { ErrorState, Loader } from '@/shared/ui/states'
import type { DayFormProps, RealScoreFormProps } from './ExamDayForms'
import styles from './home.module.css'
import { studentHomeTexts } from './messages'

// What forms are made of comes with the first that is opened.
const DayForm = lazyPart<DayFormProps>(
  () => import('./ExamDayForms').then((m) => m.DayForm),
  ({ again }) => <ErrorState onRetry={again} />,
  () => <Loader tall={false} />,
)

const RealScoreForm = lazyPart<RealScoreFormProps>(
  () => import('./ExamDayForms').then((m) => m.RealScoreForm),
  ({ again }) => <ErrorState onRetry={again} />,
  () => <Loader tall={false} />,
)

/** Whole days from today to a day, both where the student is. */
const daysTo = (date: string) => (Date.parse(date) - Date.parse(today())) / DAY

export function ExamDays({ exams = [], user }: ExamDaysProps) {
  const { data = [] } = useQuery(registrationsQuery(user._id))
  if (data.length === 0) return null
  return (
    <Panel component="section" aria-labelledby="exam-days">
      <Title order={2} id="exam-days" mb="xs">
        {studentHomeTexts.examDays}
      </Title>
      <ul className={styles.list}>
        {data.map((registration) => (
          <ExamDay
            key={registration._id}
            registration={registration}
            choice={exams.find(({ _id }) => _id === registration.exam._id)}
            user={user}
          />
        ))}
      </ul>
    </Panel>
  )
}

interface ExamDaysProps {
  exams?: ExamChoice[]
  user: User
}

type ExamForm = 'day' | 'score'

function ExamDay({ registration, choice, user }: ExamDayProps) {
  const { exam, examDate, realScore } = registration
  /** The form that is open, and the one that was closed last. */
  const [open, setOpen] = useState<ExamForm | null>(null)
  const [closed, setClosed] = useState<ExamForm | null>(null)
  const left = examDate === null ? null : daysTo(examDate)
  // The other exams give grades.
  const isScored = exam.slug === jambUtme && left !== null && left < 0
  const close = () => {
    setClosed(open)
    setOpen(null)
  }
  // Back from its form, which has gone with the focus.
  const focusAfter = (form: ExamForm) => (closed === form ? focusNow : undefined)
  return (
    <li>
      <ExamBadge exam={choice ?? exam} side={32} />
      <div className={styles.what}>
        <Text fw={650}>{exam.title}</Text>
        <Text fz="sm" c="dimmed">
          {left === null && studentHomeTexts.noDay}
          {examDate !== null &&
            left !== null &&
            left > 0 &&
            studentHomeTexts.on(formatDate(examDate))}
          {left === 0 && studentHomeTexts.today}
          {left !== null && left < 0 && studentHomeTexts.over}{' '}
          {realScore !== null && studentHomeTexts.realScore(formatNumber(realScore))}
        </Text>
      </div>
      {left !== null && left > 0 && (
        <Text className={styles.days}>{plural(studentHomeTexts.daysLeft, left)}</Text>
      )}
      {open === null && (
        <>
          {isScored && (
            <Button
              ref={focusAfter('score')}
              size="xs"
              variant="light"
              aria-label={(realScore === null
                ? studentHomeTexts.giveScoreOf
                : studentHomeTexts.changeScoreOf)(exam.title)}
              onClick={() => setOpen('score')}
            >
              {realScore === null ? studentHomeTexts.giveScore : studentHomeTexts.changeScore}
            </Button>
          )}
          <Button
            ref={focusAfter('day')}
            size="xs"
            variant="light"
            aria-label={(left === null ? studentHomeTexts.giveDayOf : studentHomeTexts.changeDayOf)(
              exam.title,
            )}
            onClick={() => setOpen('day')}
          >
            {left === null ? studentHomeTexts.giveDay : studentHomeTexts.changeDay}
          </Button>
        </>
      )}
      {open === 'day' && (
        <DayForm examId={exam._id} title={exam.title} given={examDate} user={user} onDone={close} />
      )}
      {open === 'score' && (
        <RealScoreForm
          examId={exam._id}
          title={exam.title}
          given={realScore}
          user={user}
          onDone={close}
        />
      )}
    </li>
  )
}

interface ExamDayProps {
  registration: Registration
  /** Its exam with its logo. */
  choice: ExamChoice | undefined
  user: User
}

/** Today where the student is, as `YYYY-MM-DD`. */
export const today = () => formatDay(new Date().toISOString())
