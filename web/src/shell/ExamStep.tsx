// A step after an exam was chosen, with all that the student holds of it, by the server's one
// answer. Without what the step stands on it leads to the step that gives it.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Navigate } from 'react-router'
import { examChoicesQuery } from '@/api/queries/enrolment'
import type { ExamChoice, UserSubscription } from '@/api/types'
import { postUtme } from '@/exams'
import { paths } from '@/paths'
import { useFlow } from '@/stores/flow'
import { notify } from '@/ui/notify'
import { messages } from './messages'
import { QueryView } from './QueryView'
import { registeredCount, subscriptionAt, toSubscribe } from './steps'

export function ExamStep<Has extends Holding>({ has, children }: ExamStepProps<Has>) {
  const query = useQuery(examChoicesQuery)
  const examId = useFlow((flow) => flow.examId)
  const chosen = useFlow((flow) => flow.universityId)
  if (examId === undefined) return <Navigate to={paths.dashboard} replace />
  return (
    <QueryView query={query}>
      {(exams) => {
        const exam = exams.find((one) => one._id === examId)
        if (!exam?.status) return <NotOpen exam={exam} />
        const universityId = exam.slug === postUtme ? (chosen ?? null) : null
        const subscription = subscriptionAt(exam, universityId)
        if (has !== 'exam' && !subscription) {
          return <Navigate to={toSubscribe(exam.slug, universityId)} replace />
        }
        if (has === 'subjects' && registeredCount(exam) === 0) {
          return <Navigate to={paths.courseSubjects} replace />
        }
        // What is asked for is there, as just checked.
        return children({ exam, universityId, subscription } as Held<Has>)
      }}
    </QueryView>
  )
}

/** Leads away from an exam that is none, or says that it is switched off. */
function NotOpen({ exam }: { exam: ExamChoice | undefined }) {
  const title = exam?.title
  useEffect(() => {
    if (title !== undefined) notify.info(messages.shell.comingSoon(title))
  }, [title])
  return <Navigate to={paths.dashboard} replace />
}

/** What a step stands on; each of these includes the one before. */
type Holding = 'exam' | 'subscription' | 'subjects'

/** An exam with what the student holds of it. */
export interface Held<Has extends Holding = Holding> {
  exam: ExamChoice
  /** For POST UTME alone. */
  universityId: string | null
  /** The active one. */
  subscription: Has extends 'exam' ? UserSubscription | undefined : UserSubscription
}

interface ExamStepProps<Has extends Holding> {
  has: Has
  children: (held: Held<Has>) => ReactNode
}
