// The one start button: creates the attempt and opens the test window, or goes on in this
// tab when the browser refuses a window (spec 2 §2.12).
import { Button, Stack, Text } from '@mantine/core'
import { CirclePlay } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import type { Ref } from '@/shared/api/types'
import { ExamStep } from '@/shared/flow/ExamStep'
import { PrevLink } from '@/shared/flow/PrevLink'
import { Step } from '@/shared/flow/Step'
import { type FlowChoices, useFlow } from '@/shared/flow/useFlow'
import { paths } from '@/shared/paths'
import { useSession } from '@/shared/session/useSession'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { StepActions } from '@/shared/ui/StepActions'
import { factsOf } from './facts'
import { messages } from './messages'
import { NotStarted } from './NotStarted'
import { registeredSubjects } from './registered'
import { mockNeeds, startAttempt, startNeeds } from './setup'
import { start as texts } from './startMessages'
import { useMockLength } from './useMockLength'
import { useStart } from './useStart'

type Subjects = FlowChoices['RegSubjects']
type Choices = Pick<FlowChoices, (typeof startNeeds)[number]> & Partial<FlowChoices>

/** /start-exam: study and practice. */
export function StartExam() {
  // One that was chosen meanwhile is started under its own terms.
  const isMock = useFlow((flow) => flow.assessmentSlug === 'mock')
  if (isMock) return <Navigate to={paths.instructions} replace />
  return (
    <Step needs={[...startNeeds, 'RegSubjects', 'year']}>
      {(choices: Choices & Pick<FlowChoices, 'RegSubjects'>) => (
        <Start
          title={texts.startExam}
          choices={choices}
          subjects={choices.RegSubjects}
          // What was got wrong, or a test once more, has passed none of the steps before.
          back={choices.paperFrom ? paths.dashboard : paths.selectSubjectTopic}
        />
      )}
    </Step>
  )
}

/** /start-mock/{examId}: the subjects chosen, or for JAMB UTME all that are registered. */
export function StartMock() {
  const { examId } = useParams()
  const chosen = useFlow((flow) => flow.RegSubjects)
  const agreedExam = useFlow((flow) => flow.agreedExam)
  // Once it has started this is forgotten, before the screen is left.
  const [agreed] = useState(agreedExam === examId)
  return (
    <ExamStep has="subjects">
      {({ exam }) => (
        <Step needs={mockNeeds(exam.slug)}>
          {(choices) => {
            if (choices.examId !== examId || choices.assessmentSlug !== 'mock') {
              return <Navigate to={paths.dashboard} replace />
            }
            if (!agreed) return <Navigate to={paths.instructions} replace />
            return (
              <Start
                title={texts.startMock}
                choices={choices}
                subjects={chosen ?? registeredSubjects(exam).map(idAndTitle)}
                back={paths.instructions}
              />
            )
          }}
        </Step>
      )}
    </ExamStep>
  )
}

const idAndTitle = ({ _id, title }: Ref) => ({ id: _id, title })

function Start({ title, choices, subjects, back }: StartProps) {
  const flow = useFlow()
  const user = useSession((session) => session.user)
  const start = useStart()
  const isMock = choices.assessmentSlug === 'mock'
  const length = useMockLength(
    { ...flow, ...choices },
    isMock ? subjects.map(({ id }) => id) : null,
  )

  if (subjects.length === 0) {
    return (
      <Page title={title}>
        <EmptyState title={messages.common.noSubjects} />
        <StepActions back={<PrevLink to={back} />} />
      </Page>
    )
  }
  const { examId, assessmentSlug, examType } = choices
  const kind = { exam: { _id: examId }, assessment: { slug: assessmentSlug }, examType }
  return (
    <Page title={title}>
      <Stack gap="lg">
        <Panel>
          <DescriptionList
            items={factsOf({ ...flow, ...choices }, subjects, user?.extraTime ?? 0, length)}
          />
        </Panel>
        <Text c="dimmed">{texts.startText}</Text>
        {start.error && <NotStarted thrown={start.error} onCleared={start.reset} />}
        <StepActions back={<PrevLink to={back} />}>
          <Button
            size="md"
            leftSection={<CirclePlay size={20} aria-hidden />}
            loading={start.isPending}
            onClick={() =>
              start.begin(kind, () =>
                startAttempt(
                  { ...flow, ...choices },
                  subjects.map(({ id }) => id),
                ),
              )
            }
          >
            {title}
          </Button>
        </StepActions>
      </Stack>
    </Page>
  )
}

interface StartProps {
  title: string
  choices: Choices
  subjects: Subjects
  back: string
}
