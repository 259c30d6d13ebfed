// The choices of a test and its start.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { CirclePlay } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { availabilityQuery, firstYear, yearAsk } from '@/shared/api/queries/attempts'
import { registeredSubjects } from '@/shared/api/queries/enrolment'
import { keepChoice } from '@/shared/api/queries/register'
import type { Assessment, ExamChoice, ExamType, UserSubscription } from '@/shared/api/types'
import { keepChoices, type LastChoices, lastChoices } from '@/shared/flow/lastChoices'
import { takeUp } from '@/shared/flow/steps'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { formatMinutes, formatNumber, plural } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { Chips } from '@/shared/ui/Chips'
import { Disclosure } from '@/shared/ui/Disclosure'
import { focusFirstError, focusNow, intoView } from '@/shared/ui/focus'
import { lazyPart } from '@/shared/ui/lazyPart'
import { Panel } from '@/shared/ui/Page'
import { StepActions } from '@/shared/ui/StepActions'
import { ErrorState, Skeleton } from '@/shared/ui/states'
import { journeyTexts } from '../messages'
import { preloadTestWindow } from '../prefetch'
import {
  givesSample,
  ofSubjects,
  questionLimit,
  subjectLimit,
  trialWords,
  yearsOf,
  yearToBegin,
} from '../setup'
import { NotStarted, useMockLength, useStart } from '../useStart'
import type { MoreOptionsProps } from './MoreOptions'
import { practiseTexts } from './messages'
import { countsOf, isWhole, minutesOf, proposal, startOf, takesAll } from './proposal'

const aboutModes = {
  practice: journeyTexts.practiceText,
  mock: journeyTexts.mockText,
}
// On a trial.
const aboutSamples = { ...aboutModes, mock: journeyTexts.mockSampleText }
const kinds: ExamType[] = ['objective', 'theory', 'both']

// Most tests begin without it.
const MoreOptions = lazyPart<MoreOptionsProps>(
  () => import('./MoreOptions').then((m) => m.MoreOptions),
  ({ again }) => <ErrorState message={practiseTexts.optionsFailed} onRetry={again} />,
  () => <Skeleton count={2} />,
)

export function Setup({ exam, subscription, assessments, isNew }: SetupProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const user = useUserId()
  const start = useStart()
  const [choices, setChoices] = useState(() =>
    proposal(
      exam,
      subscription,
      assessments.map(({ slug }) => slug),
      lastChoices(exam._id),
    ),
  )
  const [topics, setTopics] = useState<string[] | null>(null)
  /** The year that was chosen here; another one may be remembered. */
  const [picked, setPicked] = useState<number | null>(null)
  const [more, setMore] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [topicError, setTopicError] = useState(false)
  const form = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // The form before it was longer, so that the page would begin in the middle of these choices.
    const isTouch = window.matchMedia?.('(pointer: coarse)').matches
    if (isNew && isTouch) form.current?.scrollIntoView()
  }, [isNew])

  const { mode, examType, questions, university } = choices
  const registered = registeredSubjects(exam)
  const ids = registered.map(({ _id }) => _id)
  const limit = subjectLimit(exam.slug, exam.maximumSubjects)
  const all = takesAll(exam, mode)
  const subjects = all ? ids.slice(0, limit) : choices.subjects
  const titled = registered.filter(({ _id }) => subjects.includes(_id))
  const isMock = mode === 'mock'
  const assessment = assessments.find(({ slug }) => slug === mode)

  const asked = { examId: exam._id, examType, registered: ids, universityId: university }
  const askOf = (year: number) => yearAsk(year, { ...asked, chosen: subjects })
  // Every answer lists the years, whichever year it is for.
  const anyYear = availabilityQuery(askOf(firstYear))
  const { data } = useQuery({
    ...anyYear,
    enabled: !isMock && subjects.length > 0,
    placeholderData: keepPreviousData,
  })
  const found = data && ofSubjects(data, subjects)
  const year = picked ?? yearToBegin(found, choices.year)
  const length = useMockLength(
    { examId: exam._id, examType, universityId: university },
    isMock ? subjects : null,
  )

  const change = (part: Partial<LastChoices>) => {
    start.reset()
    setError(null)
    setTopicError(false)
    preloadTestWindow()
    setChoices((before) => ({ ...before, ...part }))
  }
  const chooseSubjects = (next: string[]) => {
    if (limit > 1 && next.length > limit) {
      return setError(common.maximumReached(limit))
    }
    setTopics(null)
    change({ subjects: next })
  }
  const begin = () => {
    if (!assessment) return
    if (subjects.length === 0) {
      setError(journeyTexts.chooseSubject)
      return focusFirstError(form)
    }
    if (!isMock && topics?.length === 0) return setTopicError(true)
    keepChoices(exam._id, { ...choices, year: picked ?? choices.year })
    if (user && !all) keepChoice({ userId: user, exam, assessment, examType, subjects })
    if (isMock) return toInstructions(assessment)
    const kind = { exam, assessment, examType }
    start.begin(kind, async () => {
      // Asked for while the choices were made, mostly.
      const years = ofSubjects(await client.ensureQueryData(anyYear), subjects)
      return startOf({
        ...{ exam, subscription, choices, assessmentId: assessment._id, topics: topics ?? [] },
        year: picked ?? yearToBegin(years, choices.year),
      })
    })
  }
  /** A mock has terms to agree to first (spec 2 §2.11). */
  const toInstructions = ({ _id, title, slug }: Assessment) => {
    takeUp(exam, university)
    const { choose, forget } = useFlow.getState()
    forget('RegSubjects', 'agreedExam', 'paperFrom', 'mistakesOf', 'selectedTopics')
    choose({ examType, assessmentId: _id, assessmentName: title, assessmentSlug: slug })
    if (!all) choose({ RegSubjects: titled.map((one) => ({ id: one._id, title: one.title })) })
    navigate(paths.instructions, { state: { back: paths.practise } })
  }

  if (assessments.length === 0) return <Text c="dimmed">{practiseTexts.noModes}</Text>
  // A small trial leaves nothing to choose.
  const counts = countsOf(subscription)
  const ofTrial = trialWords(questionLimit(subscription), subjects.length)
  const isSample = givesSample(subscription)
  const minutes = minutesOf(choices, subscription)
  const summary = [
    found ? String(year) : practiseTexts.latestYear,
    topics === null ? practiseTexts.allTopics : plural(practiseTexts.topicsOf, topics.length),
    minutes !== null && formatMinutes(minutes),
  ]
  return (
    <Stack gap="lg" ref={form}>
      <Panel>
        <Stack gap="lg">
          {all ? (
            <Text>{practiseTexts.allSubjects(titled.map(({ title }) => title).join(', '))}</Text>
          ) : (
            <Chips
              legend={
                limit > 1 && registered.length > limit
                  ? practiseTexts.subjectsUpTo(formatNumber(limit))
                  : plural(practiseTexts.subjects, limit)
              }
              multiple={limit > 1}
              choices={registered.map(({ _id, title }) => ({ value: _id, label: title }))}
              value={subjects}
              onChange={chooseSubjects}
              error={error}
            />
          )}
          {exam.examType === 'both' && (
            <Chips
              legend={practiseTexts.kind}
              choices={kinds.map((value) => ({ value, label: practiseTexts.kinds[value] }))}
              value={[examType]}
              onChange={([value]) => change({ examType: value as ExamType })}
            />
          )}
          <Chips
            fill
            legend={practiseTexts.mode}
            choices={assessments.map(({ slug, title }) => ({
              value: slug,
              label: isSample && slug === 'mock' ? journeyTexts.mockSample(title) : title,
            }))}
            value={[mode]}
            onChange={([value]) => change({ mode: value as LastChoices['mode'] })}
            description={
              <>
                {mode === 'study'
                  ? journeyTexts.studyText[examType]
                  : (isSample ? aboutSamples : aboutModes)[mode]}
                {isMock &&
                  length &&
                  ` ${practiseTexts.mockLength(
                    plural(journeyTexts.questions, length.questions),
                    formatMinutes(length.minutes),
                  )}`}
                {isMock && isSample && ` ${ofTrial}`}
                {isMock && ` ${practiseTexts.mockRules}`}
              </>
            }
          />
          {!isMock && counts.length > 1 && (
            <Chips
              legend={subjects.length > 1 ? practiseTexts.countEach : practiseTexts.count}
              choices={counts.map((count) => ({
                value: String(count),
                label: isWhole(count) ? practiseTexts.whole : formatNumber(count),
              }))}
              value={[String(questions)]}
              onChange={([count]) => change({ questions: Number(count) })}
              description={isSample && ofTrial}
            />
          )}
          {!isMock && counts.length === 1 && <Text fz="sm">{ofTrial}</Text>}
        </Stack>
      </Panel>
      {!isMock && subjects.length > 0 && (
        <Disclosure
          name={practiseTexts.moreOf(summary.filter(Boolean).join(', '))}
          open={more}
          onToggle={() => setMore(!more)}
        >
          {more && (
            <MoreOptions
              ask={askOf(year)}
              choices={choices}
              minutes={minutes}
              subjects={titled}
              topics={topics}
              year={year}
              years={found ? yearsOf(found) : []}
              onChange={change}
              onTopics={(next) => {
                change({})
                setTopics(next)
              }}
              onYear={(value) => {
                start.reset()
                setPicked(value)
              }}
            />
          )}
        </Disclosure>
      )}
      {topicError && (
        <Alert color="red" role="alert" ref={intoView}>
          {journeyTexts.chooseTopic}
        </Alert>
      )}
      {start.error && <NotStarted thrown={start.error} onCleared={start.reset} />}
      <StepActions>
        <Button
          size="md"
          // Whoever has just registered goes on here.
          ref={isNew ? focusNow : undefined}
          leftSection={<CirclePlay size={20} aria-hidden />}
          loading={start.isPending}
          onClick={begin}
        >
          {practiseTexts.start}
        </Button>
      </StepActions>
    </Stack>
  )
}

interface SetupProps {
  exam: ExamChoice
  subscription: UserSubscription
  /** The modes that are switched on. */
  assessments: Assessment[]
  /** Its subjects were registered just now. */
  isNew: boolean
}

/** The part of a page that a choice opens. On a touch screen it often begins below the screen. */
export function NextPart({ isOpened, children }: NextPartProps) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isTouch = window.matchMedia?.('(pointer: coarse)').matches
    if (isOpened && isTouch) part.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpened])
  return (
    <Stack gap="lg" ref={part}>
      {children}
    </Stack>
  )
}

interface NextPartProps {
  /** Whether the user's choice has opened it; otherwise it came with the page. */
  isOpened: boolean
  children: ReactNode
}
