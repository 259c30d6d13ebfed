// A step after choosing an exam, with the student's state for it from one query. If the step's
// requirements are missing, it redirects to the step that provides them.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Navigate } from 'react-router'
import { examChoicesQuery } from '@/shared/api/queries/enrolment'
import type { ExamChoice, UserSubscription } from '@/shared/api/types'
import { postUtme } from '@/shared/exams/exams'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { notify } from '@/shared/ui/notify'
import { stepTexts } from './stepMessages'
import { missingStep, registeredCount, toSubscribe } from './steps'
import { subscriptionAt } from './subscription'
import { type FlowChoices, useFlow } from './useFlow'

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
        // The requirements have just been checked.
        return children({ exam, universityId, subscription } as Held<Has>)
      }}
    </QueryView>
  )
}

/** Redirects from an unknown exam, or says that it is inactive. */
function NotOpen({ exam }: { exam: ExamChoice | undefined }) {
  const title = exam?.title
  useEffect(() => {
    if (title !== undefined) notify.info(stepTexts.comingSoon(title))
  }, [title])
  return <Navigate to={paths.dashboard} replace />
}

/** The requirements of a step; each includes the previous one. */
type Holding = 'exam' | 'subscription' | 'subjects'

/** An exam with the student's state. */
export interface Held<Has extends Holding = Holding> {
  exam: ExamChoice
  /** Only for POST UTME. */
  universityId: string | null
  /** The active subscription. */
  subscription: Has extends 'exam' ? UserSubscription | undefined : UserSubscription
}

interface ExamStepProps<Has extends Holding> {
  has: Has
  children: (held: Held<Has>) => ReactNode
}

// A step of the journey: it needs the choices of earlier steps, or redirects to the step where the
// missing choice is made.

type Chosen<K extends keyof FlowChoices> = Pick<FlowChoices, K>

export function Step<K extends keyof FlowChoices>({ needs, children }: StepProps<K>) {
  const flow = useFlow()
  const missing = missingStep(flow, needs)
  if (missing !== null) return <Navigate to={missing} replace />
  // Nothing is missing: checked above.
  return children(flow as unknown as Chosen<K>)
}

interface StepProps<K extends keyof FlowChoices> {
  needs: readonly K[]
  children: (choices: Chosen<K>) => ReactNode
}
