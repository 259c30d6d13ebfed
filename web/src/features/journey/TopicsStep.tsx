// The topics and sections of each chosen subject; all are chosen to begin with.
import { Alert, Button, Stack } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { topicsQuery } from '@/shared/api/queries/catalogue'
import type { Topic } from '@/shared/api/types'
import { PrevLink } from '@/shared/flow/PrevLink'
import { Step } from '@/shared/flow/Step'
import { type FlowChoices, useFlow } from '@/shared/flow/useFlow'
import { paths } from '@/shared/paths'
import { ErrorState } from '@/shared/ui/ErrorState'
import { Page } from '@/shared/ui/Page'
import { Skeleton } from '@/shared/ui/Skeleton'
import { StepActions } from '@/shared/ui/StepActions'
import { messages } from './messages'
import { TopicTree } from './TopicTree'
import { partsOf } from './topics'

type Subjects = FlowChoices['RegSubjects']

export function TopicsStep() {
  return (
    <Step needs={['RegSubjects', 'examName', 'assessmentName', 'year']}>
      {({ RegSubjects, examName, assessmentName, year }) => (
        <Page
          title={messages.journey.topicsTitle}
          description={`${examName}, ${assessmentName}, ${year}`}
        >
          <Load subjects={RegSubjects} />
        </Page>
      )}
    </Step>
  )
}

function Load({ subjects }: { subjects: Subjects }) {
  const queries = useQueries({ queries: subjects.map(({ id }) => topicsQuery(id)) })
  const failed = queries.find((query) => query.isError)
  if (failed) {
    const retry = () => queries.filter((query) => query.isError).map((query) => query.refetch())
    return <ErrorState message={toApiError(failed.error).errMessage} onRetry={retry} />
  }
  const topics = queries.map((query) => query.data)
  if (topics.some((list) => list === undefined)) return <Skeleton count={subjects.length} />
  return <Form subjects={subjects} topics={topics.map((list) => list ?? [])} />
}

function Form({ subjects, topics }: { subjects: Subjects; topics: Topic[][] }) {
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
          {messages.journey.chooseTopic}
        </Alert>
      )}
      <StepActions
        back={<PrevLink to={paths.registeredSubjects}>{messages.journey.previousStep}</PrevLink>}
      >
        <Button size="md" rightSection={<ArrowRight size={18} aria-hidden />} onClick={next}>
          {messages.common.next}
        </Button>
      </StepActions>
    </Stack>
  )
}
