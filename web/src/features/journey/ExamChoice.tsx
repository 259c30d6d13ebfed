// "Select Exam Type": the exams as radio cards, and where Next leads from each; and the page of its own.
import { Anchor, Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, GraduationCap, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { examChoicesQuery } from '@/shared/api/queries/enrolment'
import type { ExamChoice as Choice } from '@/shared/api/types'
import { bankSize, ExamBadge, postUtme } from '@/shared/exams/exams'
import { afterSubscription, isFull, takeUp, toSubscribe } from '@/shared/flow/steps'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { ChoiceCards, ChoiceSkeleton, focusFirstChoice } from '@/shared/ui/ChoiceCards'
import { Page } from '@/shared/ui/Page'
import { StepActions } from '@/shared/ui/StepActions'
import { EmptyState } from '@/shared/ui/states'
import { journeyTexts } from './messages'
import { prefetchSteps } from './prefetch'

const CARD_WIDTH = 280

const ExamSkeleton = () => <ChoiceSkeleton minWidth={CARD_WIDTH} />

/** On the dashboard, where another way to a test comes first. */
export const FoldedChoice = ({ exams }: { exams: Choice[] }) => (
  <ExamChoice exams={exams} hideLegend folded />
)

export function ExamChoice({ exams, hideLegend = false, folded = false }: ExamChoiceProps) {
  const remembered = useFlow((flow) => flow.examId)
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(remembered)
  const [error, setError] = useState<string | null>(null)
  const section = useRef<HTMLElement>(null)
  const missing = () => {
    setError(journeyTexts.chooseExam)
    focusFirstChoice(section.current)
  }

  if (exams.length === 0) {
    return (
      <EmptyState
        icon={GraduationCap}
        title={journeyTexts.noExamTypes}
        action={
          <Button component={Link} to={paths.contactUs} variant="light" mt="xs">
            {journeyTexts.contactUs}
          </Button>
        }
      >
        {common.comeLater}
      </EmptyState>
    )
  }

  const exam = exams.find((one) => one._id === chosen && one.status)
  const next = () => {
    if (!exam) return missing()
    const { path, universityId } = nextStep(exam)
    takeUp(exam, universityId)
    navigate(path)
  }

  return (
    <section ref={section}>
      <ChoiceCards
        legend={journeyTexts.selectExamType}
        hideLegend={hideLegend}
        minWidth={CARD_WIDTH}
        choices={exams.map((one) => ({
          value: one._id,
          title: one.title,
          logo: one.logo ?? null,
          icon: <ExamBadge exam={one} />,
          disabled: !one.status,
          badge: one.status ? undefined : journeyTexts.comingSoon,
          text: one.status && one.bank.questions > 0 && bankSize(one.bank),
          extra: one.video_link && <VideoLink exam={one.title} href={one.video_link} />,
        }))}
        value={exam ? [exam._id] : []}
        onChange={([value]) => {
          setChosen(value)
          setError(null)
          prefetchSteps(exams.find((one) => one._id === value))
        }}
        error={error}
      />
      <StepActions inPage={folded}>
        <Button
          size="md"
          variant={folded ? 'default' : 'filled'}
          rightSection={<ArrowRight size={18} aria-hidden />}
          onClick={next}
        >
          {common.next}
        </Button>
      </StepActions>
    </section>
  )
}

interface ExamChoiceProps {
  exams: Choice[]
  /** Where the page's title says it. */
  hideLegend?: boolean
  /** In a part of a page whose main action is another one. */
  folded?: boolean
}

function VideoLink({ exam, href }: { exam: string; href: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" fz="sm" px="md">
      <Play size={14} aria-hidden /> {journeyTexts.videoGuide}
      <VisuallyHidden>{journeyTexts.videoGuideFor(exam)}</VisuallyHidden>
    </Anchor>
  )
}

/** /exams: the choice of exam on a page of its own (spec 2 §2.1). */
export function Exams() {
  const exams = useQuery(examChoicesQuery)
  return (
    <Page title={journeyTexts.selectExamType}>
      <QueryView query={exams} message={journeyTexts.subscriptionFailed} waiting={<ExamSkeleton />}>
        {(list) => <ExamChoice exams={list} hideLegend />}
      </QueryView>
    </Page>
  )
}

// Where Next leads from an exam, by what the student holds of it (spec 2 §2.1, §4.3).

interface NextStep {
  path: string
  /** The university whose POST UTME the student takes, where only one can be meant. */
  universityId: string | null
}

export function nextStep(exam: Choice): NextStep {
  const { slug, examType, subscriptions } = exam
  const universityId = universityOf(exam)
  if (subscriptions.length === 0) return { path: toSubscribe(slug), universityId: null }
  // Subscribed at several: which one is meant is asked first.
  if (slug === postUtme && universityId === null) return { path: paths.university, universityId }
  // Nothing is left to register, so nothing of it is asked again.
  if (isFull(exam)) {
    return { path: examType === 'both' ? paths.examType : paths.modeOfAssessment, universityId }
  }
  return { path: afterSubscription(slug), universityId }
}

/** The university of the registered subjects where it is subscribed, or the only one that is. */
function universityOf({ slug, subscriptions, registration }: Choice): string | null {
  if (slug !== postUtme) return null
  const ids = subscriptions.flatMap(({ university }) => university?._id ?? [])
  const registered = registration?.university?._id
  if (registered !== undefined && ids.includes(registered)) return registered
  return ids.length === 1 ? (ids[0] ?? null) : null
}
