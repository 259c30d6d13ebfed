// Choose Exam Type: objective, theory, or both where the exam has both (spec 2 §2.2).
import { Button } from '@mantine/core'
import { ArrowRight, ListChecks, PenLine, ScrollText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ExamChoice, ExamType } from '@/shared/api/types'
import { ExamStep, PrevLink } from '@/shared/flow/ExamStep'
import { choicesOf } from '@/shared/flow/steps'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { paths } from '@/shared/paths'
import { ChoiceCards } from '@/shared/ui/ChoiceCards'
import { Page } from '@/shared/ui/Page'
import { StepActions } from '@/shared/ui/StepActions'
import { journeyTexts } from './messages'

const icon = { size: 28, strokeWidth: 1.6, 'aria-hidden': true }
const kinds = (): { value: ExamType; title: string; text: string; icon: ReactNode }[] => [
  {
    value: 'objective',
    title: journeyTexts.objective,
    text: journeyTexts.objectiveText,
    icon: <ListChecks {...icon} />,
  },
  {
    value: 'theory',
    title: journeyTexts.theory,
    text: journeyTexts.theoryText,
    icon: <PenLine {...icon} />,
  },
  {
    value: 'both',
    title: journeyTexts.both,
    text: journeyTexts.bothText,
    icon: <ScrollText {...icon} />,
  },
]

export function ExamTypeStep() {
  return (
    <ExamStep has="subjects">
      {({ exam, universityId }) => <Form exam={exam} universityId={universityId} />}
    </ExamStep>
  )
}

function Form({ exam, universityId }: { exam: ExamChoice; universityId: string | null }) {
  const choose = useFlow((flow) => flow.choose)
  const navigate = useNavigate()
  const shown = kinds().filter(({ value }) => exam.examType === 'both' || value === exam.examType)
  // One that is all alone is no choice.
  const [chosen, setChosen] = useState<string[]>(shown.length === 1 ? [exam.examType] : [])
  const [error, setError] = useState<string | null>(null)

  const next = () => {
    const kind = shown.find(({ value }) => chosen.includes(value))
    if (!kind) return setError(journeyTexts.chooseExamType)
    choose({ ...choicesOf(exam, universityId), examType: kind.value })
    navigate(paths.modeOfAssessment)
  }

  return (
    <Page title={journeyTexts.chooseExamTypeTitle} description={exam.title}>
      <ChoiceCards
        legend={journeyTexts.examType}
        hideLegend
        choices={shown}
        value={chosen}
        onChange={(value) => {
          setChosen(value)
          setError(null)
        }}
        error={error}
      />
      <StepActions back={<PrevLink to={paths.dashboard} />}>
        <Button size="md" rightSection={<ArrowRight size={18} aria-hidden />} onClick={next}>
          {common.next}
        </Button>
      </StepActions>
    </Page>
  )
}
