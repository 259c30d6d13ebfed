// The form of a test's setup. It knows, before Next, what the chosen year holds.
import { Alert, Box, Button, Group, Stack, Title } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { availabilityQuery, firstYear, type PaperAsk, yearAsk } from '@/shared/api/queries/attempts'
import { ExamStep, Step } from '@/shared/flow/ExamStep'
import { PrevLink } from '@/shared/flow/StepTrail'
import { type FlowChoices, useFlow } from '@/shared/flow/useFlow'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { common } from '@/shared/i18n/common'
import { formatMinutes, formatNumber } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { Checkbox } from '@/shared/ui/Checkbox'
import { ChoiceCards } from '@/shared/ui/ChoiceCards'
import { focusFirstError } from '@/shared/ui/focusFirstError'
import { intoView } from '@/shared/ui/intoView'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { RangeField } from '@/shared/ui/RangeField'
import { StepActions } from '@/shared/ui/StepActions'
import { fetchTopics } from './ahead'
import { journeyTexts } from './messages'
import { PowerSafeField } from './PowerSafeField'
import { registeredSubjects } from './registered'
import {
  allHave,
  available,
  ofSubjects,
  practiceMinutes,
  questionLimit,
  startNeeds,
  subjectLimit,
  timed,
  trialWords,
  yearsOf,
  yearToBegin,
} from './setup'
import { YearField } from './YearField'

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

  const form = useRef<HTMLDivElement>(null)

  const universityId = flow.universityId ?? null
  const registered = subjects.map(({ _id }) => _id)
  const askOf = (year: number) =>
    yearAsk(year, { examId, examType, registered, chosen, universityId })
  // Every answer lists the years, whichever year it is for.
  const anyYear = availabilityQuery(askOf(firstYear))
  const { data } = useQuery({
    ...anyYear,
    enabled: !mock && chosen.length > 0,
    placeholderData: keepPreviousData,
  })
  const found = data && chosen.length > 0 ? ofSubjects(data, chosen) : undefined
  const year = picked ?? yearToBegin(found, flow.year)

  /** What the chosen subjects have, and why not all have something. */
  const check = async (year: number | null) => {
    const body = { examId, examType, subjects: chosen, year, university: universityId }
    const ask: PaperAsk = { mock, body }
    // What was asked while the form was filled in is fresh.
    const found = await client.fetchQuery({ ...availabilityQuery(ask), staleTime: 10_000 })
    return { year, there: available(found), message: found.message }
  }
  const checking = useMutationOnce({
    mutationFn: async () => {
      if (mock) return check(null)
      const years = ofSubjects(await client.fetchQuery(anyYear), chosen)
      const of = picked ?? yearToBegin(years, flow.year)
      // Where each subject has questions that year there is nothing more to ask.
      return allHave(years, chosen, of) ? { year: of, there: chosen, message: null } : check(of)
    },
    onSuccess: ({ year, there }) => {
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
      flow.forget('selectedTopics', 'paperFrom', 'mistakesOf', 'mistakesSet')
      navigate(mock ? paths.instructions : paths.selectSubjectTopic)
    },
  })

  const select = (next: string[]) => {
    checking.reset()
    if (limit > 1 && next.length > limit) {
      return setErrors({ ...errors, subjects: common.maximumReached(limit) })
    }
    setChosen(next)
    setErrors({ ...errors, subjects: undefined })
    if (!mock) fetchTopics(next)
  }
  const next = () => {
    const found = {
      subjects: chosen.length === 0 ? journeyTexts.chooseSubject : undefined,
      time: timed(assessmentSlug) && minutes === 0 ? journeyTexts.chooseTime : undefined,
    }
    setErrors(found)
    checking.reset()
    if (found.subjects || found.time) focusFirstError(form)
    else checking.mutate()
  }

  return (
    <Stack gap="lg" ref={form}>
      {/* What was asked about must stay as it is until the answer is there. */}
      <Box component="fieldset" disabled={checking.isPending} m={0} p={0} miw={0} bd={0}>
        <Stack gap="lg">
          <Panel>
            <ChoiceCards
              legend={
                limit > 1 ? journeyTexts.subjectsUpTo(formatNumber(limit)) : journeyTexts.subject
              }
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
                  chosen={chosen}
                  years={found ? yearsOf(found) : []}
                  value={year}
                  onChange={(value) => {
                    checking.reset()
                    setPicked(value)
                  }}
                />
                <RangeField
                  label={journeyTexts.questionsEach}
                  min={1}
                  max={questions}
                  value={number}
                  onChange={setNumber}
                  description={questions < 100 && trialWords(questions, chosen.length)}
                />
                {timed(assessmentSlug) && (
                  <RangeField
                    label={journeyTexts.time}
                    min={0}
                    max={practiceMinutes.max}
                    step={practiceMinutes.step}
                    value={minutes}
                    say={formatMinutes}
                    presets={{ label: journeyTexts.usualTimes, values: practiceMinutes.usual }}
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
                {journeyTexts.order}
              </Title>
              <Group gap="xl">
                <Checkbox
                  label={journeyTexts.shuffleQuestions}
                  checked={shuffleQuestions}
                  onChange={(event) => setShuffleQuestions(event.currentTarget.checked)}
                />
                {examType !== 'theory' && (
                  <Checkbox
                    label={journeyTexts.shuffleOptions}
                    checked={shuffleOptions}
                    onChange={(event) => setShuffleOptions(event.currentTarget.checked)}
                  />
                )}
              </Group>
            </Panel>
          )}
        </Stack>
      </Box>
      {checking.isError && (
        <Alert color="red" role="alert" ref={intoView}>
          {toApiError(checking.error).errMessage}
        </Alert>
      )}
      {checking.data?.message && (
        <Alert color="sun" role="alert" ref={intoView}>
          {checking.data.message}
        </Alert>
      )}
      <StepActions back={<PrevLink to={paths.modeOfAssessment} />}>
        <Button
          size="md"
          rightSection={<ArrowRight size={18} aria-hidden />}
          loading={checking.isPending}
          onClick={next}
        >
          {common.next}
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

/** Registered subjects: what the test is of (subjects, year, number, minutes, shuffles). */
export function SetupStep() {
  return (
    <ExamStep has="subjects">
      {({ exam, subscription }) => (
        <Step needs={startNeeds}>
          {(choices) => (
            <Page
              title={journeyTexts.setupTitle}
              description={`${choices.examName}, ${choices.assessmentName}`}
            >
              <SetupForm
                choices={{ ...choices, maximumSubjects: exam.maximumSubjects }}
                subjects={registeredSubjects(exam)}
                questions={questionLimit(subscription)}
              />
            </Page>
          )}
        </Step>
      )}
    </ExamStep>
  )
}
