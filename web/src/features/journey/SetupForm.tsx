// The form of a test's setup. It knows, before Next, what the chosen year holds.
import { Alert, Box, Button, Group, Stack, Title } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toApiError } from '@/api/errors'
import { availabilityQuery, type PaperAsk } from '@/api/queries/attempts'
import { formatMinutes, formatNumber, plural } from '@/i18n/format'
import { paths } from '@/paths'
import { fetchTest } from '@/shell/ahead'
import { PrevLink } from '@/shell/PrevLink'
import { type FlowChoices, useFlow } from '@/stores/flow'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { Panel } from '@/ui/Panel'
import { RangeField } from '@/ui/RangeField'
import { StepActions } from '@/ui/StepActions'
import { Tick } from '@/ui/Tick'
import { messages } from './messages'
import { PowerSafeField } from './PowerSafeField'
import {
  available,
  firstYear,
  practiceMinutes,
  type startNeeds,
  subjectLimit,
  timed,
  yearsOf,
  yearToBegin,
} from './setup'
import { YearField } from './YearField'

const words = messages.journey

export function SetupForm({ choices, subjects, questions }: SetupFormProps) {
  const { assessmentSlug, examSlug, examId, examType, maximumSubjects } = choices
  const mock = assessmentSlug === 'mock'
  const limit = subjectLimit(examSlug, maximumSubjects)
  const flow = useFlow()
  const navigate = useNavigate()
  const client = useQueryClient()

  const known = (flow.RegSubjects ?? []).filter(({ id }) => subjects.some((s) => s._id === id))
  const [chosen, setChosen] = useState(known.map(({ id }) => id))
  const [picked, setPicked] = useState<number | null>(null)
  const [number, setNumber] = useState(Math.min(flow.questionCount ?? questions, questions))
  const [minutes, setMinutes] = useState(flow.timeDuration ?? 0)
  const [shuffleQuestions, setShuffleQuestions] = useState(flow.shuffleQuestions ?? false)
  const [shuffleOptions, setShuffleOptions] = useState(flow.shuffleOptions ?? false)
  const [powerSafe, setPowerSafe] = useState(flow.powerSafe ?? false)
  const [errors, setErrors] = useState<{ subjects?: string; time?: string }>({})

  const askOf = (year: number | null): PaperAsk => ({
    mock,
    body: { examId, examType, subjects: chosen, year, university: flow.universityId ?? null },
  })
  // Which years there are is told with any of them.
  const anyYear = availabilityQuery(askOf(mock ? null : firstYear))
  const { data } = useQuery({
    ...anyYear,
    enabled: !mock && chosen.length > 0,
    placeholderData: keepPreviousData,
  })
  const found = chosen.length > 0 ? data : undefined
  const year = picked ?? yearToBegin(found, flow.year)

  const check = useMutation({
    mutationFn: async () => {
      if (mock) return { year: null, found: await fresh(null) }
      const of = picked ?? yearToBegin(await client.fetchQuery(anyYear), flow.year)
      return { year: of, found: await fresh(of) }
    },
    onSuccess: ({ year, found }) => {
      const there = available(found)
      // Some subjects have nothing: the selection is reduced to those that do (spec 2 §5).
      if (there.length > 0 && there.length < chosen.length) return setChosen(there)
      if (there.length === 0) return
      const taken = subjects.filter((one) => there.includes(one._id))
      flow.choose({
        RegSubjects: taken.map((one) => ({ id: one._id, title: one.title })),
        subjectName: taken.map((one) => one.title).join(', '),
        year,
        questionCount: number,
        timeDuration: timed(assessmentSlug) ? minutes : null,
        powerSafe: timed(assessmentSlug) && powerSafe,
        shuffleQuestions,
        shuffleOptions,
      })
      flow.forget('selectedTopics', 'paperFrom', 'mistakesOf')
      navigate(mock ? paths.instructions : paths.selectSubjectTopic)
    },
  })

  // What was asked while the form was filled in is fresh.
  const fresh = (of: number | null) =>
    client.fetchQuery({ ...availabilityQuery(askOf(of)), staleTime: 10_000 })
  const select = (next: string[]) => {
    check.reset()
    if (limit > 1 && next.length > limit) {
      return setErrors({ ...errors, subjects: messages.common.maximumReached(limit) })
    }
    setChosen(next)
    setErrors({ ...errors, subjects: undefined })
    if (!mock) fetchTest(next)
  }
  const next = () => {
    const found = {
      subjects: chosen.length === 0 ? words.chooseSubject : undefined,
      time: timed(assessmentSlug) && minutes === 0 ? words.chooseTime : undefined,
    }
    setErrors(found)
    check.reset()
    if (!found.subjects && !found.time) check.mutate()
  }

  return (
    <Stack gap="lg">
      {/* What was asked about must stay as it is until the answer is there. */}
      <Box component="fieldset" disabled={check.isPending} m={0} p={0} miw={0} bd={0}>
        <Stack gap="lg">
          <Panel>
            <ChoiceCards
              legend={limit > 1 ? words.subjectsUpTo(formatNumber(limit)) : words.subject}
              multiple={limit > 1}
              minWidth={210}
              choices={subjects.map((one) => ({ value: one._id, title: one.title }))}
              value={chosen}
              onChange={select}
              error={errors.subjects ?? null}
            />
          </Panel>
          {!mock && (
            <Panel>
              <Stack gap="xl">
                <YearField
                  ask={askOf(year)}
                  years={found ? yearsOf(found) : []}
                  value={year}
                  onChange={(value) => {
                    check.reset()
                    setPicked(value)
                  }}
                />
                <RangeField
                  label={words.questionsEach}
                  min={1}
                  max={questions}
                  value={number}
                  onChange={setNumber}
                  description={questions < 100 && plural(words.trialGives, questions)}
                />
                {timed(assessmentSlug) && (
                  <RangeField
                    label={words.time}
                    min={0}
                    max={practiceMinutes.max}
                    step={practiceMinutes.step}
                    value={minutes}
                    say={formatMinutes}
                    presets={{ label: words.usualTimes, values: practiceMinutes.usual }}
                    onChange={(value) => {
                      setMinutes(value)
                      setErrors({ ...errors, time: undefined })
                    }}
                    error={errors.time ?? null}
                  />
                )}
                {timed(assessmentSlug) && (
                  <PowerSafeField checked={powerSafe} onChange={setPowerSafe} />
                )}
              </Stack>
            </Panel>
          )}
          {!mock && (
            <Panel>
              <Title order={2} fz="md" mb="sm">
                {words.order}
              </Title>
              <Group gap="xl">
                <Tick
                  label={words.shuffleQuestions}
                  checked={shuffleQuestions}
                  onChange={(event) => setShuffleQuestions(event.currentTarget.checked)}
                />
                {examType !== 'theory' && (
                  <Tick
                    label={words.shuffleOptions}
                    checked={shuffleOptions}
                    onChange={(event) => setShuffleOptions(event.currentTarget.checked)}
                  />
                )}
              </Group>
            </Panel>
          )}
        </Stack>
      </Box>
      {check.isError && (
        <Alert color="red" role="alert">
          {toApiError(check.error).errMessage}
        </Alert>
      )}
      {check.data?.found.message && (
        <Alert color="sun" role="alert">
          {check.data.found.message}
        </Alert>
      )}
      <StepActions back={<PrevLink to={paths.modeOfAssessment} />}>
        <Button
          size="md"
          rightSection={<ArrowRight size={18} aria-hidden />}
          loading={check.isPending}
          onClick={next}
        >
          {messages.common.next}
        </Button>
      </StepActions>
    </Stack>
  )
}

interface SetupFormProps {
  choices: Pick<FlowChoices, (typeof startNeeds)[number] | 'maximumSubjects'>
  /** What the student has registered for the exam. */
  subjects: { _id: string; title: string }[]
  /** The most questions that may be asked for. */
  questions: number
}
