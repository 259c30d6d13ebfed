// Mode of assessment: study, practice or mock, and where each leads (spec 2 §2.9, §4.2).
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, BookOpen, CalendarClock, Timer } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { assessmentsQuery } from '@/shared/api/queries/catalogue'
import type { Assessment, ExamChoice, ExamType, UserSubscription } from '@/shared/api/types'
import { jambUtme } from '@/shared/exams/exams'
import { ExamStep, Step } from '@/shared/flow/ExamStep'
import { PrevLink, StepTrail } from '@/shared/flow/StepTrail'
import { choicesOf } from '@/shared/flow/steps'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { ChoiceCards, ChoiceSkeleton } from '@/shared/ui/ChoiceCards'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Page } from '@/shared/ui/Page'
import { StepActions } from '@/shared/ui/StepActions'
import { fetchTest } from './ahead'
import { keepChoice } from './keepChoice'
import { journeyTexts } from './messages'
import { givesSample } from './setup'

// The next step, in one file with this one.
export { SetupStep } from './SetupForm'

const icon = { size: 28, strokeWidth: 1.6, 'aria-hidden': true }
const about = ({ slug, title }: Assessment, examType: ExamType, isSample: boolean) =>
  ({
    study: { title, text: journeyTexts.studyText[examType], icon: <BookOpen {...icon} /> },
    practice: { title, text: journeyTexts.practiceText, icon: <Timer {...icon} /> },
    mock: {
      title: isSample ? journeyTexts.mockSample(title) : title,
      text: isSample ? journeyTexts.mockSampleText : journeyTexts.mockText,
      icon: <CalendarClock {...icon} />,
    },
  })[slug]

export function AssessmentStep() {
  const assessments = useQuery(assessmentsQuery)
  return (
    <ExamStep has="subjects">
      {(held) => (
        <Step needs={['examType']}>
          {({ examType }) => (
            <Page
              title={journeyTexts.modeTitle}
              description={held.exam.title}
              crumbs={<StepTrail {...held} />}
            >
              <QueryView query={assessments} waiting={<ChoiceSkeleton count={3} />}>
                {(list) => (
                  <Form
                    assessments={list.filter((one) => one.status)}
                    examType={examType}
                    {...held}
                  />
                )}
              </QueryView>
            </Page>
          )}
        </Step>
      )}
    </ExamStep>
  )
}

function Form({ assessments, examType, exam, universityId, subscription }: FormProps) {
  const { assessmentId, choose, forget } = useFlow()
  const user = useUserId()
  const remembered = assessmentId ?? exam.registration?.assessment?._id
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(remembered)
  const [error, setError] = useState<string | null>(null)
  const back = <PrevLink to={paths.courseSubjects} />
  if (assessments.length === 0) {
    return (
      <>
        <EmptyState title={common.noRecords}>{common.comeLater}</EmptyState>
        <StepActions back={back} />
      </>
    )
  }

  const assessment = assessments.find((one) => one._id === chosen)
  const next = () => {
    if (!assessment) return setError(journeyTexts.chooseAssessment)
    choose({
      ...choicesOf(exam, universityId),
      assessmentId: assessment._id,
      assessmentName: assessment.title,
      assessmentSlug: assessment.slug,
    })
    // What was chosen for another mode says nothing about this one.
    if (assessmentId !== undefined && assessmentId !== assessment._id) {
      forget('RegSubjects', 'subjectName', 'selectedTopics')
    }
    if (user) keep(user, exam, assessment, examType)
    fetchTest()
    navigate(afterAssessment(exam.slug, assessment.slug))
  }

  return (
    <>
      <ChoiceCards
        legend={journeyTexts.mode}
        hideLegend
        choices={assessments.map((one) => ({
          value: one._id,
          logo: one.logo ?? null,
          ...about(one, examType, givesSample(subscription)),
        }))}
        value={assessment ? [assessment._id] : []}
        onChange={([value]) => {
          setChosen(value)
          setError(null)
        }}
        error={error}
      />
      <StepActions back={back}>
        <Button size="md" rightSection={<ArrowRight size={18} aria-hidden />} onClick={next}>
          {common.next}
        </Button>
      </StepActions>
    </>
  )
}

interface FormProps {
  assessments: Assessment[]
  examType: ExamType
  exam: ExamChoice
  universityId: string | null
  subscription: UserSubscription
}

/** Keeps mode and kind; a JAMB mock is of all subjects, which says nothing of the next test. */
function keep(userId: string, exam: ExamChoice, assessment: Assessment, examType: ExamType) {
  const { registration } = exam
  if (!registration || (assessment.slug === 'mock' && exam.slug === jambUtme)) return
  const { selectedSubjects, subjectsProcessed } = registration
  const subjects = selectedSubjects.length > 0 ? selectedSubjects : subjectsProcessed
  // It stands there already, from the last visit.
  if (registration.assessment?._id === assessment._id && registration.examType === examType) return
  keepChoice({ userId, exam, assessment, examType, subjects })
}

/** A JAMB mock is of all registered subjects at once and needs no setup; every other test does. */
export function afterAssessment(examSlug: string, mode: Assessment['slug']): string {
  return mode === 'mock' && examSlug === jambUtme ? paths.instructions : paths.registeredSubjects
}
