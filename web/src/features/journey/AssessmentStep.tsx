// Mode of assessment: study, practice or mock, and where each leads (spec 2 §2.9, §4.2).
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, BookOpen, CalendarClock, Timer } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { assessmentsQuery } from '@/api/queries/catalogue'
import type { Assessment, AssessmentSlug } from '@/api/types'
import { paths } from '@/paths'
import { QueryView } from '@/shell/QueryView'
import { useFlow } from '@/stores/flow'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { EmptyState } from '@/ui/EmptyState'
import { Page } from '@/ui/Page'
import { StepActions } from '@/ui/StepActions'
import { messages } from './messages'
import { PrevLink } from './PrevLink'
import { Step } from './Step'
import { jambUtme } from './setup'

const icon = { size: 28, strokeWidth: 1.6, 'aria-hidden': true }
const words = messages.journey
const about = (mode: AssessmentSlug) =>
  ({
    study: { text: words.studyText, icon: <BookOpen {...icon} /> },
    practice: { text: words.practiceText, icon: <Timer {...icon} /> },
    mock: { text: words.mockText, icon: <CalendarClock {...icon} /> },
  })[mode]

export function AssessmentStep() {
  const assessments = useQuery(assessmentsQuery)
  return (
    <Step needs={['examName', 'examSlug', 'examinationType', 'examType']}>
      {({ examName, examSlug, examinationType }) => (
        <Page title={words.modeTitle} description={examName}>
          <QueryView query={assessments}>
            {(list) => (
              <Form
                assessments={list.filter((one) => one.status)}
                examSlug={examSlug}
                back={examinationType === 'both' ? paths.examType : paths.dashboard}
              />
            )}
          </QueryView>
        </Page>
      )}
    </Step>
  )
}

function Form({ assessments, examSlug, back }: FormProps) {
  const { choose, forget } = useFlow.getState()
  const remembered = useFlow((flow) => flow.assessmentId)
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(remembered)
  const [error, setError] = useState<string | null>(null)
  if (assessments.length === 0) return <EmptyState title={messages.common.noRecords} />

  const assessment = assessments.find((one) => one._id === chosen)
  const next = () => {
    if (!assessment) return setError(words.chooseAssessment)
    choose({
      assessmentId: assessment._id,
      assessmentName: assessment.title,
      assessmentSlug: assessment.slug,
    })
    // What was chosen for another mode says nothing about this one.
    forget('RegSubjects', 'selectedTopics')
    navigate(afterAssessment(examSlug, assessment.slug))
  }

  return (
    <>
      <ChoiceCards
        legend={words.mode}
        hideLegend
        choices={assessments.map((one) => ({
          value: one._id,
          title: one.title,
          logo: one.logo ?? null,
          ...about(one.slug),
        }))}
        value={assessment ? [assessment._id] : []}
        onChange={([value]) => {
          setChosen(value)
          setError(null)
        }}
        error={error}
      />
      <StepActions back={<PrevLink to={back} />}>
        <Button size="md" rightSection={<ArrowRight size={18} aria-hidden />} onClick={next}>
          {messages.common.next}
        </Button>
      </StepActions>
    </>
  )
}

interface FormProps {
  assessments: Assessment[]
  examSlug: string
  back: string
}

/** A JAMB mock is of all registered subjects at once and needs no setup; every other test does. */
export function afterAssessment(examSlug: string, mode: Assessment['slug']): string {
  return mode === 'mock' && examSlug === jambUtme ? paths.instructions : paths.registeredSubjects
}
