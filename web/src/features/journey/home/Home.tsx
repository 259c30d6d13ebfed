// What a returning student finds: answers that wait on this device, today's questions, the next test,
// how the last ones went, each to be taken again at once, the topics to work on, the score to expect,
// the days to the exam, and the data that tests have used.
import type { ExamChoice, Quiz, User } from '@/shared/api/types'
import type { KeptTest } from '@/shared/attempt/keptAnswers'
import type { SubjectsChangedProps } from '@/shared/flow/SubjectsChanged'
import { lazyPart } from '@/shared/ui/lazyPart'
import { givesSample } from '../setup'
import { DataUsed } from './DataUsed'
import { ExamDays } from './ExamDays'
import { Forecast } from './Forecast'
import styles from './home.module.css'
import { KeptAnswers } from './KeptAnswers'
import { LastTests } from './LastTests'
import { NextTest } from './NextTest'
import { Today } from './Today'
import { Weakest } from './Weakest'

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
