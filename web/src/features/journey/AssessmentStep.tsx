// Mode of assessment: study, practice or mock, and where each leads (spec 2 §2.9, §4.2); and the step
// after it, what the test is of.
import { Alert, Box, Button, Group, Stack, Title } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, BookOpen, CalendarClock, Timer } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import {
  availabilityQuery,
  firstYear,
  type PaperQuery,
  yearAsk,
} from '@/shared/api/queries/attempts'
import { assessmentsQuery, registeredSubjects } from '@/shared/api/queries/enrolment'
import { keepChoice } from '@/shared/api/queries/register'
import type { Assessment, ExamChoice, ExamType, UserSubscription } from '@/shared/api/types'
import { jambUtme } from '@/shared/exams/exams'
import { ExamStep, PrevLink, Step, StepTrail } from '@/shared/flow/ExamStep'
import { choicesOf } from '@/shared/flow/steps'
import { practiceMinutes } from '@/shared/flow/subscription'
import { type FlowChoices, useFlow } from '@/shared/flow/useFlow'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { common } from '@/shared/i18n/common'
import { formatMinutes, formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { Checkbox } from '@/shared/ui/Checkbox'
import { ChoiceCards, ChoiceSkeleton } from '@/shared/ui/ChoiceCards'
import { focusFirstError, intoView } from '@/shared/ui/focus'
import { Page, Panel } from '@/shared/ui/Page'
import { StepActions } from '@/shared/ui/StepActions'
import { EmptyState } from '@/shared/ui/states'
import { journeyTexts } from './messages'
import { prefetchTopics, preloadTestWindow } from './prefetch'
import { PowerSafeField, RangeField, YearField } from './SetupFields'
import {
  allHave,
  available,
  givesSample,
  ofSubjects,
  questionLimit,
  startNeeds,
  subjectLimit,
  timed,
  trialWords,
  yearsOf,
  yearToBegin,
} from './setup'

const icon = { size: 28, strokeWidth: 1.6, 'aria-hidden': true }
const about = ({ slug, title }: Assessment, examType: ExamType, isSample: boolean) =>
  ({
    study: { title, text: journeyTexts.studyText[examType], icon: <BookOpen {...icon} /> },
    practice: { title, text: journeyTexts.practiceText, icon: <Timer {...icon} /> },
    mock: {
      title: isSample ? journeyTexts.mockSample(title) : title,
      text: isSample ? journeyTexts.mockSampleText : journeyTexts.mockText,
      icon: <CalendarClock {...icon} />,
    },
  })[slug]

export function AssessmentStep() {
  const assessments = useQuery(assessmentsQuery)
  return (
    <ExamStep has="subjects">
      {(state) => (
        <Step needs={['examType']}>
          {({ examType }) => (
            <Page
              title={journeyTexts.modeTitle}
              description={state.exam.title}
              crumbs={<StepTrail {...state} />}
            >
              <QueryView query={assessments} waiting={<ChoiceSkeleton count={3} />}>
                {(list) => (
                  <Form
                    assessments={list.filter((one) => one.status)}
                    examType={examType}
                    {...state}
                  />
                )}
              </QueryView>
            </Page>
          )}
        </Step>
      )}
    </ExamStep>
  )
}

function Form({ assessments, examType, exam, universityId, subscription }: FormProps) {
  const { assessmentId, choose, forget } = useFlow()
  const user = useUserId()
  const remembered = assessmentId ?? exam.registration?.assessment?._id
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(remembered)
  const [error, setError] = useState<string | null>(null)
  const back = <PrevLink to={paths.courseSubjects} />
  if (assessments.length === 0) {
    return (
      <>
        <EmptyState title={common.noRecords}>{common.comeLater}</EmptyState>
        <StepActions back={back} />
      </>
    )
  }

  const assessment = assessments.find((one) => one._id === chosen)
  const next = () => {
    if (!assessment) return setError(journeyTexts.chooseAssessment)
    choose({
      ...choicesOf(exam, universityId),
      assessmentId: assessment._id,
      assessmentName: assessment.title,
      assessmentSlug: assessment.slug,
    })
    // What was chosen for another mode says nothing about this one.
    if (assessmentId !== undefined && assessmentId !== assessment._id) {
      forget('RegSubjects', 'subjectName', 'selectedTopics')
    }
    if (user) keep(user, exam, assessment, examType)
    preloadTestWindow()
    navigate(afterAssessment(exam.slug, assessment.slug))
  }

  return (
    <>
      <ChoiceCards
        legend={journeyTexts.mode}
        hideLegend
        choices={assessments.map((one) => ({
          value: one._id,
          logo: one.logo ?? null,
          ...about(one, examType, givesSample(subscription)),
        }))}
        value={assessment ? [assessment._id] : []}
        onChange={([value]) => {
          setChosen(value)
          setError(null)
        }}
        error={error}
      />
      <StepActions back={back}>
        <Button size="md" rightSection={<ArrowRight size={18} aria-hidden />} onClick={next}>
          {common.next}
        </Button>
      </StepActions>
    </>
  )
}

interface FormProps {
  assessments: Assessment[]
  examType: ExamType
  exam: ExamChoice
  universityId: string | null
  subscription: UserSubscription
}

/** Keeps mode and kind; a JAMB mock is of all subjects, which says nothing of the next test. */
function keep(userId: string, exam: ExamChoice, assessment: Assessment, examType: ExamType) {
  const { registration } = exam
  if (!registration || (assessment.slug === 'mock' && exam.slug === jambUtme)) return
  const { selectedSubjects, subjectsProcessed } = registration
  const subjects = selectedSubjects.length > 0 ? selectedSubjects : subjectsProcessed
  // It stands there already, from the last visit.
  if (registration.assessment?._id === assessment._id && registration.examType === examType) return
  keepChoice({ userId, exam, assessment, examType, subjects })
}

/** A JAMB mock is of all registered subjects at once and needs no setup; every other test does. */
export function afterAssessment(examSlug: string, mode: Assessment['slug']): string {
  return mode === 'mock' && examSlug === jambUtme ? paths.instructions : paths.registeredSubjects
}

/** The form of a test's setup. It knows, before Next, what the chosen year holds. */
function SetupForm({ choices, subjects, questions }: SetupFormProps) {
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
    const ask: PaperQuery = { mock, body }
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
    if (!mock) prefetchTopics(next)
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
