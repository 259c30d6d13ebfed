// The one start button: creates the attempt and opens the test window, or goes on in this
// tab when the browser refuses a window (spec 2 §2.12).
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { ArrowRight, CirclePlay } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { registeredSubjects, topicsQuery } from '@/shared/api/queries/enrolment'
import type { Ref, Topic } from '@/shared/api/types'
import { ExamStep, PrevLink, Step } from '@/shared/flow/ExamStep'
import { type FlowChoices, useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { paths } from '@/shared/paths'
import { useUser } from '@/shared/session/useSession'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { Page, Panel } from '@/shared/ui/Page'
import { StepActions } from '@/shared/ui/StepActions'
import { EmptyState, ErrorState, Skeleton } from '@/shared/ui/states'
import { factsOf, startTexts } from './facts'
import { journeyTexts } from './messages'
import { givesSample, mockNeeds, startAttempt, startNeeds } from './setup'
import { partsOf, TopicTree } from './TopicTree'
import { NotStarted, useMockLength, useStart } from './useStart'

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
          title={startTexts.startExam}
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
      {({ exam, subscription }) => (
        <Step needs={mockNeeds(exam.slug)}>
          {(choices) => {
            if (choices.examId !== examId || choices.assessmentSlug !== 'mock') {
              return <Navigate to={paths.dashboard} replace />
            }
            if (!agreed) return <Navigate to={paths.instructions} replace />
            return (
              <Start
                title={startTexts.startMock}
                choices={choices}
                subjects={chosen ?? registeredSubjects(exam).map(idAndTitle)}
                isSample={givesSample(subscription)}
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

function Start({ title, choices, subjects, isSample, back }: StartProps) {
  const flow = useFlow()
  const user = useUser()
  const start = useStart()
  const isMock = choices.assessmentSlug === 'mock'
  const length = useMockLength(
    { ...flow, ...choices },
    isMock ? subjects.map(({ id }) => id) : null,
  )

  if (subjects.length === 0) {
    return (
      <Page title={title}>
        <EmptyState title={common.noSubjects} />
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
            items={factsOf(
              { ...flow, ...choices },
              subjects,
              user?.extraTime ?? 0,
              length,
              isSample,
            )}
          />
        </Panel>
        <Text c="dimmed">{startTexts.startText}</Text>
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
  /** A mock of a trial. */
  isSample?: boolean
  back: string
}

/** The step before: the topics and sections of each chosen subject; all are chosen to begin with. */
export function TopicsStep() {
  return (
    <Step needs={['RegSubjects', 'examName', 'assessmentName', 'year']}>
      {({ RegSubjects, examName, assessmentName, year }) => (
        <Page
          title={journeyTexts.topicsTitle}
          description={`${examName}, ${assessmentName}, ${year}`}
        >
          <LoadTopics subjects={RegSubjects} />
        </Page>
      )}
    </Step>
  )
}

function LoadTopics({ subjects }: { subjects: Subjects }) {
  const queries = useQueries({ queries: subjects.map(({ id }) => topicsQuery(id)) })
  const failed = queries.find((query) => query.isError)
  if (failed) {
    const retry = () => queries.filter((query) => query.isError).map((query) => query.refetch())
    return <ErrorState message={toApiError(failed.error).errMessage} onRetry={retry} />
  }
  const topics = queries.map((query) => query.data)
  if (topics.some((list) => list === undefined)) return <Skeleton count={subjects.length} />
  return <TopicsForm subjects={subjects} topics={topics.map((list) => list ?? [])} />
}

function TopicsForm({ subjects, topics }: { subjects: Subjects; topics: Topic[][] }) {
  const { choose, selectedTopics } = useFlow()
  const navigate = useNavigate()
  const all = topics.flat().flatMap(partsOf)
  const remembered = selectedTopics?.filter((id) => all.includes(id))
  const [chosen, setChosen] = useState(remembered?.length ? remembered : all)
  const [error, setError] = useState(false)

  const change = (ids: string[], on: boolean) => {
    setError(false)
    setChosen(on ? [...new Set([...chosen, ...ids])] : chosen.filter((id) => !ids.includes(id)))
  }
  const next = () => {
    if (chosen.length === 0 && all.length > 0) return setError(true)
    // All of them is no restriction, and needs no list.
    choose({ selectedTopics: chosen.length === all.length ? [] : chosen })
    navigate(paths.startExam)
  }

  return (
    <Stack gap="lg">
      {subjects.map((subject, i) => (
        <TopicTree
          key={subject.id}
          subject={subject.title}
          topics={topics[i] ?? []}
          chosen={chosen}
          onChange={change}
        />
      ))}
      {error && (
        <Alert color="red" role="alert">
          {journeyTexts.chooseTopic}
        </Alert>
      )}
      <StepActions
        back={<PrevLink to={paths.registeredSubjects}>{journeyTexts.previousStep}</PrevLink>}
      >
        <Button size="md" rightSection={<ArrowRight size={18} aria-hidden />} onClick={next}>
          {common.next}
        </Button>
      </StepActions>
    </Stack>
  )
}
