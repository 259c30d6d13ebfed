// Instruction for Candidates, before a mock (spec 2 §2.11).
import { Anchor, Button, Group, Input, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { instructionQuery, registeredSubjects } from '@/shared/api/queries/enrolment'
import type { Ref } from '@/shared/api/types'
import { useWarmUpSeen } from '@/shared/device/settings'
import { jambUtme } from '@/shared/exams/exams'
import { ExamStep, PrevLink, Step } from '@/shared/flow/ExamStep'
import { type FlowChoices, useFlow } from '@/shared/flow/useFlow'
import { fill, plural } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { useUser } from '@/shared/session/useSession'
import { Checkbox } from '@/shared/ui/Checkbox'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { intoView } from '@/shared/ui/focus'
import { Page, Panel } from '@/shared/ui/Page'
import { RichText } from '@/shared/ui/RichText'
import { StepActions } from '@/shared/ui/StepActions'
import { Skeleton } from '@/shared/ui/states'
import { lengthFacts, startTexts } from './facts'
import { givesSample, mockNeeds, startAttempt, type startNeeds } from './setup'
import { NotStarted, useMockLength, useStart } from './useStart'

export function Instructions() {
  const slug = useFlow((flow) => flow.examSlug)
  const cameFrom: { back?: unknown } | null = useLocation().state
  const chosen = useFlow((flow) => flow.RegSubjects)
  return (
    <Step needs={mockNeeds(slug)}>
      {(choices) => (
        <Page title={startTexts.instructions}>
          <ExamStep has="subjects">
            {({ exam, subscription }) => (
              <Body
                choices={choices}
                subjects={chosen?.map(({ id }) => id) ?? idsOf(registeredSubjects(exam))}
                isSample={givesSample(subscription)}
                isShort={cameFrom?.back === paths.practise}
              />
            )}
          </ExamStep>
        </Page>
      )}
    </Step>
  )
}

/** The documents' step before this one. */
const stepBefore = (slug: string) =>
  slug === jambUtme ? paths.modeOfAssessment : paths.registeredSubjects

const idsOf = (subjects: Ref[]) => subjects.map(({ _id }) => _id)

interface BodyProps {
  choices: Pick<FlowChoices, (typeof startNeeds)[number]>
  /** The ids of what the mock is of. */
  subjects: string[]
  /** Of a trial. */
  isSample: boolean
  /** Come to from the start screen: the mock starts here, without the documents' screen in between. */
  isShort: boolean
}

function Body({ choices, subjects, isSample, isShort }: BodyProps) {
  const { examId, examName, examSlug, examType, assessmentSlug } = choices
  const flow = useFlow()
  const test = useStart()
  const length = useMockLength({ ...flow, examId, examType }, subjects)
  const user = useUser()
  const instruction = useQuery(instructionQuery(examId))
  const navigate = useNavigate()
  const { agreedExam, choose, forget } = flow
  const agreed = agreedExam === examId
  const [error, setError] = useState(false)
  const terms = useRef<HTMLDivElement>(null)
  const begin = () => {
    if (!agreed) {
      setError(true)
      return terms.current?.querySelector('input')?.focus()
    }
    if (!isShort) return navigate(paths.startMock(examId))
    const kind = { exam: { _id: examId }, assessment: { slug: assessmentSlug }, examType }
    test.begin(kind, () => startAttempt({ ...flow, ...choices }, subjects))
  }

  return (
    <QueryView query={instruction} waiting={<Skeleton count={2} />}>
      {({ examInstructions, minutes }) => (
        <Stack gap="lg">
          <Panel>
            <DescriptionList
              items={[
                [startTexts.candidate, `${user?.first_name} ${user?.last_name}`],
                [startTexts.exam, examName],
                ...lengthFacts(length, isSample).slice(0, 1),
                [
                  startTexts.duration,
                  plural(startTexts.durationMinutes, length?.minutes ?? minutes),
                ],
              ]}
            />
          </Panel>
          <Panel>
            <Title order={2} mb="sm">
              {startTexts.instructionsTitle}
            </Title>
            {examInstructions.trim() ? (
              <RichText html={examInstructions} />
            ) : (
              <Text>{startTexts.noInstructions}</Text>
            )}
          </Panel>
          <WarmUpOffer />
          <div ref={terms}>
            <Checkbox
              required
              label={fill(startTexts.agree, { terms: <Terms /> })}
              checked={agreed}
              aria-invalid={error || undefined}
              aria-describedby={error ? 'terms-error' : undefined}
              onChange={(event) => {
                if (event.currentTarget.checked) choose({ agreedExam: examId })
                else forget('agreedExam')
                setError(false)
              }}
            />
            {error && (
              <Input.Error id="terms-error" role="alert" fz="sm" mt="xs" ref={intoView}>
                {startTexts.agreeTerms}
              </Input.Error>
            )}
          </div>
          {test.error && <NotStarted thrown={test.error} onCleared={test.reset} />}
          <StepActions back={<PrevLink to={isShort ? paths.practise : stepBefore(examSlug)} />}>
            <Button
              size="md"
              rightSection={<ArrowRight size={18} aria-hidden />}
              loading={test.isPending}
              onClick={begin}
            >
              {startTexts.startMock}
            </Button>
          </StepActions>
        </Stack>
      )}
    </QueryView>
  )
}

/** Five easy questions in the test window: offered until they were tried or skipped, linked to after. */
function WarmUpOffer() {
  const [seen, setSeen] = useWarmUpSeen()
  const state = { back: paths.instructions, state: useLocation().state }
  if (seen) {
    return (
      <Anchor component={Link} to={paths.warmUp} state={state} fz="sm">
        {startTexts.warmUpAgain}
      </Anchor>
    )
  }
  return (
    <Panel component="section" aria-labelledby="warm-up">
      <Title order={2} fz="lg" mb="xs" id="warm-up">
        {startTexts.warmUpTitle}
      </Title>
      <Text mb="sm">{startTexts.warmUpText}</Text>
      <Group gap="sm">
        <Button component={Link} to={paths.warmUp} state={state} variant="light">
          {startTexts.warmUp}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => setSeen(true)}>
          {startTexts.warmUpSkip}
        </Button>
      </Group>
    </Panel>
  )
}

/** In a tab of its own, so that nothing of the way here is lost. */
const Terms = () => (
  <Anchor
    href={paths.page('terms-conditions')}
    target="_blank"
    underline="always"
    aria-label={startTexts.newTab(startTexts.terms)}
  >
    {startTexts.terms}
  </Anchor>
)
