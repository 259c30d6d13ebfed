// The one start button: creates the attempt and opens the test window, or goes on in this
// tab when the browser refuses a window (spec 2 §2.12).
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CirclePlay } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { type ApiError, toApiError } from '@/api/errors'
import { createAttempt, runningAttemptsQuery } from '@/api/queries/attempts'
import type { Ref } from '@/api/types'
import { formatMinutes } from '@/i18n/format'
import { paths, testWindowPath } from '@/paths'
import { ExamStep } from '@/shell/ExamStep'
import { keepPaper } from '@/shell/keptAnswers'
import { PrevLink } from '@/shell/PrevLink'
import { Step } from '@/shell/Step'
import { useMutationOnce } from '@/shell/useMutationOnce'
import { type FlowChoices, useFlow } from '@/stores/flow'
import { useSession } from '@/stores/session'
import { DescriptionList } from '@/ui/DescriptionList'
import { EmptyState } from '@/ui/EmptyState'
import { notify } from '@/ui/notify'
import { Page } from '@/ui/Page'
import { Panel } from '@/ui/Panel'
import { StepActions } from '@/ui/StepActions'
import { factsOf } from './facts'
import { attemptsInTheWay, InTheWay } from './InTheWay'
import { messages } from './messages'
import { registeredSubjects } from './registered'
import { mockNeeds, startAttempt, startNeeds } from './setup'
import { start as texts } from './startMessages'
import { openStartWindow, type StartWindow } from './testWindow'
import { useMockLength } from './useMockLength'

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
  const navigate = useNavigate()
  const client = useQueryClient()
  const flow = useFlow()
  const user = useSession((session) => session.user)
  const start = useMutationOnce({
    mutationFn: async (popup: StartWindow | null) => {
      try {
        const ids = subjects.map(({ id }) => id)
        const sent = Date.now()
        const started = await createAttempt(startAttempt({ ...flow, ...choices }, ids))
        // Its window opens with what came with it, and does not ask for it again.
        if (user) await keepPaper(user._id, started, { sent, got: Date.now() })
        return started
      } catch (thrown) {
        popup?.close()
        throw thrown
      }
    },
    onSuccess: ({ attempt, message }, popup) => {
      if (message) notify.info(message)
      const path = testWindowPath(attempt)
      client.setQueryData(runningAttemptsQuery.queryKey, (known) => known && [attempt, ...known])
      // The next mock asks for the terms again.
      flow.forget('agreedExam')
      if (!popup) return navigate(path)
      popup.show(attempt._id, path)
      navigate(paths.dashboard)
    },
  })

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
  const error = start.isError ? toApiError(start.error) : null
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
        {error && <NotStarted error={error} onCleared={start.reset} />}
        <StepActions back={<PrevLink to={back} />}>
          <Button
            size="md"
            leftSection={<CirclePlay size={20} aria-hidden />}
            loading={start.isPending}
            // In the very turn of the click, or the browser refuses.
            onClick={() => start.begin(() => openStartWindow(testWindowPath(kind)))}
          >
            {title}
          </Button>
        </StepActions>
      </Stack>
    </Page>
  )
}

/** Why nothing was started, with the way on where there is one. */
function NotStarted({ error, onCleared }: { error: ApiError; onCleared: () => void }) {
  const attempts = attemptsInTheWay(error)
  if (attempts.length > 0) {
    return <InTheWay why={error.errMessage} attempts={attempts} onCleared={onCleared} />
  }
  const { status, retryAfter } = error
  const wait = status === 429 && retryAfter !== null && waitFor(retryAfter)
  const all = [error.errMessage, ...Object.values(error.fields), wait || '']
  return (
    <Alert color="red" role="alert">
      {all.filter(unique).join(' ')}
    </Alert>
  )
}

const waitFor = (seconds: number) => texts.startAgainIn(formatMinutes(Math.ceil(seconds / 60)))

interface StartProps {
  title: string
  choices: Choices
  subjects: Subjects
  back: string
}

const unique = (text: string, i: number, all: string[]) => all.indexOf(text) === i
