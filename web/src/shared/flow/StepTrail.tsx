// The student's steps from the exam to its subjects: links back to each, and the current one.

import { Button } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { ExamChoice } from '@/shared/api/types'
import { jsceBece, postUtme } from '@/shared/exams/exams'
import { common } from '@/shared/i18n/common'
import { paths } from '@/shared/paths'
import styles from './StepTrail.module.css'
import { stepTexts } from './stepMessages'
import { subscriptionAt } from './subscription'

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
