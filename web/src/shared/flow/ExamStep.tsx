// A step after choosing an exam, with the student's state for it from one query. If the step's
// requirements are missing, it redirects to the step that provides them.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, GraduationCap } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, Navigate } from 'react-router'
import { examChoicesQuery } from '@/shared/api/queries/enrolment'
import type { ExamChoice, UserSubscription } from '@/shared/api/types'
import { jsceBece, postUtme } from '@/shared/exams/exams'
import { common } from '@/shared/i18n/common'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { notify } from '@/shared/ui/notify'
import { EmptyState } from '@/shared/ui/states'
import styles from './StepTrail.module.css'
import { missingStep, registeredCount, toSubscribe } from './steps'
import { subscriptionAt } from './subscription'
import { type FlowChoices, useFlow } from './useFlow'

export const stepTexts = {
  steps: 'Steps to a test',
  comingSoon: (exam: string) => `${exam}: Coming Soon`,
  stepExam: 'Exam',
  stepUniversity: 'University',
  stepPlan: 'Plan',
  stepCategory: 'Category',
  stepCourse: 'Course',
  stepSubjects: 'Subjects',
}

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
        return children({ exam, universityId, subscription } as ExamState<Has>)
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
export interface ExamState<Has extends Holding = Holding> {
  exam: ExamChoice
  /** Only for POST UTME. */
  universityId: string | null
  /** The active subscription. */
  subscription: Has extends 'exam' ? UserSubscription | undefined : UserSubscription
}

interface ExamStepProps<Has extends Holding> {
  has: Has
  children: (state: ExamState<Has>) => ReactNode
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

// The student's steps from the exam to its subjects: links back to each, and the current one.

/** Without `here`, for a page that is not a step itself and follows all of them. */
export function StepTrail({ exam, here, universityId }: StepTrailProps) {
  const isHeld = subscriptionAt(exam, universityId) !== undefined
  const hasCourses = exam.slug !== jsceBece
  const steps = [
    { to: paths.exams, title: stepTexts.stepExam },
    exam.slug === postUtme && { to: paths.university, title: stepTexts.stepUniversity },
    // A plan that the student already has is shown on another page.
    (!isHeld || here === paths.subscription) && {
      to: paths.subscription,
      title: stepTexts.stepPlan,
    },
    hasCourses && { to: paths.categories, title: stepTexts.stepCategory },
    hasCourses && { to: paths.categoryCourses, title: stepTexts.stepCourse },
    { to: paths.courseSubjects, title: stepTexts.stepSubjects },
  ].filter((step) => step !== false)
  const at = here === undefined ? steps.length : steps.findIndex(({ to }) => to === here)
  return (
    <nav aria-label={stepTexts.steps}>
      <ol className={styles.trail}>
        {steps.map(({ to, title }, i) => (
          <li key={to} aria-current={i === at ? 'step' : undefined}>
            {i < at ? <Link to={to}>{title}</Link> : title}
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface StepTrailProps {
  exam: ExamChoice
  /** The address of the current step. */
  here?: string
  universityId: string | null
}

/** The link to the previous step. */
export function PrevLink({ to, children = common.previous }: { to: string; children?: string }) {
  return (
    <Button
      component={Link}
      to={to}
      variant="default"
      leftSection={<ArrowLeft size={16} aria-hidden />}
    >
      {children}
    </Button>
  )
}

/** The empty state of a table without subscriptions, with a link to the exams. */
export function NothingHeld() {
  return (
    <EmptyState
      icon={GraduationCap}
      title={common.notSubscribed}
      action={
        <Button component={Link} to={paths.exams} mt="xs">
          {common.chooseExam}
        </Button>
      }
    />
  )
}
