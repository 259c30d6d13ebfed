// The start screen without internet: it offers exactly what is on this device, and says why the rest is
// missing.
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { uniqBy } from 'es-toolkit'
import { CirclePlay, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  assessmentsQuery,
  examChoicesQuery,
  registeredSubjects,
} from '@/shared/api/queries/enrolment'
import type { ExamChoice } from '@/shared/api/types'
import { ExamBadge } from '@/shared/exams/exams'
import { keepChoices, lastChoices, lastExam } from '@/shared/flow/lastChoices'
import { maxQuestions, practiceMinutes } from '@/shared/flow/subscription'
import { common } from '@/shared/i18n/common'
import { formatMinutes, formatNumber, plural } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { estimatedNow } from '@/shared/offline/deviceClock'
import { type ExamHere, overviewQuery } from '@/shared/offline/overview'
import { choose, type DeviceStart } from '@/shared/offline/start'
import { paths } from '@/shared/paths'
import { useOffline, useUserId } from '@/shared/session/useSession'
import { Checkbox } from '@/shared/ui/Checkbox'
import { Chips } from '@/shared/ui/Chips'
import { Panel } from '@/shared/ui/Page'
import { StepActions } from '@/shared/ui/StepActions'
import { EmptyState, Skeleton } from '@/shared/ui/states'
import { journeyTexts } from '../messages'
import { practiseTexts } from '../practise/messages'
import { RangeField } from '../SetupFields'
import { minutesFor, subjectLimit } from '../setup'
import { NotStarted } from '../useStart'
import {
  type Choices,
  countsOf,
  type Modes,
  type Offered,
  offlineModes,
  propose,
  startOf,
  startOfflineTexts,
  subjectsOf,
  titleOf,
  universityOf,
  useDeviceStart,
  useReady,
  yearsOf,
  yearToBegin,
} from './choices'

/** The subjects of a JAMB test, where the exam's own number is not known. */
const MOST_SUBJECTS = 4

export interface OfflineStartProps {
  /** Turns to the start screen that needs the server. */
  onOnline: () => void
}

export function OfflineStart({ onOnline }: OfflineStartProps) {
  const user = useUserId() ?? ''
  const isOffline = useOffline()
  const overview = useQuery(overviewQuery(user))
  const assessments = useQuery(assessmentsQuery)
  const { data: exams = [] } = useQuery(examChoicesQuery)
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Text c="dimmed">{isOffline ? startOfflineTexts.text : startOfflineTexts.textOnline}</Text>
        {isOffline ? (
          <Anchor component={Link} to={paths.offline} fz="sm">
            {startOfflineTexts.toShelf}
          </Anchor>
        ) : (
          <Anchor component="button" type="button" fz="sm" onClick={onOnline}>
            {startOfflineTexts.toOnline}
          </Anchor>
        )}
      </Group>
      <QueryView
        query={overview}
        message={startOfflineTexts.failed}
        waiting={<Skeleton count={3} />}
      >
        {(list) => {
          if (list.length === 0) return <Nothing />
          return (
            <QueryView
              query={assessments}
              message={startOfflineTexts.noModes}
              waiting={<Skeleton count={3} />}
            >
              {(all) => <OfExams user={user} list={list} exams={exams} modes={offlineModes(all)} />}
            </QueryView>
          )
        }}
      </QueryView>
    </Stack>
  )
}

const Nothing = () => (
  <EmptyState
    icon={WifiOff}
    title={startOfflineTexts.none}
    action={
      <Button component={Link} to={paths.offline} mt="xs">
        {startOfflineTexts.toShelf}
      </Button>
    }
  >
    {startOfflineTexts.noneText}
  </EmptyState>
)

interface OfExamsProps {
  user: string
  list: ExamHere[]
  exams: ExamChoice[]
  modes: Modes
}

function OfExams({ user, list, exams, modes }: OfExamsProps) {
  const [chosen, setChosen] = useState(() => lastExam())
  const [university, setUniversity] = useState<string | null>(null)
  const first = list.find(({ exam }) => exam._id === chosen) ?? list[0]
  if (!first) return null
  const own = list.filter(({ exam }) => exam._id === first.exam._id)
  const wanted = university ?? lastChoices(first.exam._id)?.university
  const here = own.find((one) => one.university?._id === wanted) ?? first
  const all = uniqBy(list, ({ exam }) => exam._id)
  return (
    <>
      {all.length > 1 && (
        <Chips
          legend={startOfflineTexts.exam}
          choices={all.map(({ exam }) => ({
            value: exam._id,
            label: exam.title,
            icon: <ExamBadge exam={exams.find(({ _id }) => _id === exam._id) ?? exam} side={32} />,
          }))}
          value={[here.exam._id]}
          onChange={([id]) => setChosen(id ?? null)}
        />
      )}
      {own.length > 1 && (
        <Chips
          legend={startOfflineTexts.university}
          choices={own.map((one) => ({
            value: one.university?._id ?? '',
            label: one.university?.title ?? one.exam.title,
          }))}
          value={[here.university?._id ?? '']}
          onChange={([id]) => setUniversity(id ?? null)}
        />
      )}
      <Setup
        key={titleOf(here)}
        user={user}
        here={here}
        exam={exams.find(({ _id }) => _id === here.exam._id)}
        modes={modes}
      />
    </>
  )
}

interface SetupProps {
  user: string
  here: ExamHere
  /** As the server described it last; unknown where that was never read here. */
  exam: ExamChoice | undefined
  modes: Modes
}

function Setup({ user, here, exam, modes }: SetupProps) {
  const [params] = useSearchParams()
  const [error, setError] = useState<string | null>(null)
  const last = lastChoices(here.exam._id)
  const limit = subjectLimit(here.exam.slug, exam?.maximumSubjects ?? MOST_SUBJECTS)
  const registered = exam ? registeredSubjects(exam) : []
  const [proposed, setChoices] = useState(() =>
    propose({
      here,
      modes,
      limit,
      last,
      from: params.get('offline') === 'mistakes' ? 'mistakes' : 'bank',
      registered,
    }),
  )
  const subjects = subjectsOf(here, registered)
  // A mock may start meanwhile, which shuts its subjects.
  const isOpen = (id: string) => subjects.some((one) => one.value === id && one.state === 'open')
  const choices = { ...proposed, subjects: proposed.subjects.filter(isOpen) }
  const years = yearsOf(here, choices.subjects)
  const { from, mode, questions, year } = choices
  const university = universityOf(here, exam?.registration?.university)
  const untimed = startOf(here, modes, choices, university)
  const sizesOf = (limit: number) =>
    untimed === null
      ? []
      : choose(here.known, { ...untimed, limit }, estimatedNow()).map(
          (part) => part.questions.length,
        )
  const count = sizesOf(questions).reduce((sum, size) => sum + size, 0)
  /** The most questions that this device has of one of the subjects. */
  const most = Math.max(0, ...sizesOf(maxQuestions))
  const counts = countsOf(most)
  // A trial's packs are samples of their years, and mistakes are of all papers.
  const isPart = from === 'mistakes' || here.known.stored?.list.trial === true
  const minutes = choices.minutes ?? minutesFor(count)
  const wanted = untimed && { ...untimed, minutes: mode === 'practice' ? minutes : null }
  useReady(user, here.known, count > 0 ? wanted : null)

  const change = (part: Partial<Choices>) => {
    setError(null)
    setChoices((before) => ({ ...before, ...part }))
  }
  const chooseSubjects = (next: string[]) => {
    if (limit > 1 && next.length > limit) return setError(common.maximumReached(limit))
    const own = yearsOf(here, next)
    change({ subjects: next, ...(from === 'bank' && { year: yearToBegin(own, year) }) })
  }
  const labelOf = (one: number) => {
    if (one < maxQuestions) return formatNumber(one)
    return isPart && most > 0 ? formatNumber(most) : practiseTexts.whole
  }
  /** Saves the choices and returns the start; null if nothing can be started. */
  const confirmChoices = () => {
    if (choices.subjects.length === 0) setError(journeyTexts.chooseSubject)
    if (wanted === null || count === 0) return null
    const { minutes: own, ...rest } = choices
    keepChoices(here.exam._id, {
      ...{ university, examType: 'objective', powerSafe: false, minutes: own },
      ...{ mode, questions, subjects: rest.subjects, year: year ?? last?.year ?? null },
      ...{ shuffleQuestions: rest.shuffleQuestions, shuffleOptions: rest.shuffleOptions },
    })
    return wanted
  }

  if (modes.length === 0) return <Text c="dimmed">{practiseTexts.noModes}</Text>
  return (
    <Stack gap="lg">
      <Panel>
        <Stack gap="lg">
          <Chips
            legend={
              limit > 1 && subjects.length > limit
                ? practiseTexts.subjectsUpTo(formatNumber(limit))
                : plural(practiseTexts.subjects, limit)
            }
            multiple={limit > 1}
            choices={subjects.map((one) => ({
              ...{ value: one.value, label: one.label, note: noteOf(one) },
              disabled: one.state !== 'open',
            }))}
            value={choices.subjects}
            onChange={chooseSubjects}
            error={error}
          />
          <Chips
            legend={startOfflineTexts.from}
            choices={[
              { value: 'bank', label: startOfflineTexts.fromYear },
              {
                value: 'mistakes',
                label: startOfflineTexts.fromMistakes(formatNumber(here.mistakes.length)),
                disabled: here.mistakes.length === 0,
                note: here.mistakes.length === 0 ? startOfflineTexts.noMistakes : undefined,
              },
            ]}
            value={[from]}
            onChange={([value]) =>
              change(
                value === 'mistakes'
                  ? { from: 'mistakes', year: null }
                  : { from: 'bank', year: yearToBegin(years, last?.year ?? null) },
              )
            }
          />
          <Chips
            legend={startOfflineTexts.year}
            choices={[
              ...(from === 'mistakes' ? [{ value: '', label: startOfflineTexts.allYears }] : []),
              ...years.map((one) => ({
                value: String(one.year),
                label: String(one.year),
                note: lacking(one.lacking, subjects),
              })),
            ]}
            value={[year === null ? '' : String(year)]}
            onChange={([value]) => change({ year: value ? Number(value) : null })}
          />
          <Chips
            fill
            legend={practiseTexts.mode}
            choices={modes.map(({ slug, title }) => ({ value: slug, label: title }))}
            value={[mode]}
            onChange={([value]) => change({ mode: value as Choices['mode'] })}
            description={
              mode === 'study' ? journeyTexts.studyText.objective : journeyTexts.practiceText
            }
          />
          <Chips
            legend={choices.subjects.length > 1 ? practiseTexts.countEach : practiseTexts.count}
            choices={counts.map((one) => ({
              value: String(one),
              label: labelOf(one),
            }))}
            value={[String(counts.find((one) => one >= questions) ?? maxQuestions)]}
            onChange={([value]) => change({ questions: Number(value) })}
            description={count > 0 && plural(startOfflineTexts.questions, count)}
          />
          {mode === 'practice' && (
            <RangeField
              label={journeyTexts.time}
              min={practiceMinutes.step}
              max={practiceMinutes.max}
              step={practiceMinutes.step}
              value={minutes}
              say={formatMinutes}
              presets={{ label: journeyTexts.usualTimes, values: practiceMinutes.usual }}
              onChange={(value) => change({ minutes: value })}
            />
          )}
          <Group gap="xl">
            <Checkbox
              label={journeyTexts.shuffleQuestions}
              checked={choices.shuffleQuestions}
              onChange={(event) => change({ shuffleQuestions: event.currentTarget.checked })}
            />
            <Checkbox
              label={journeyTexts.shuffleOptions}
              checked={choices.shuffleOptions}
              onChange={(event) => change({ shuffleOptions: event.currentTarget.checked })}
            />
          </Group>
        </Stack>
      </Panel>
      {count === 0 && choices.subjects.length > 0 && (
        <Alert color="sun" role="status">
          {startOfflineTexts.noQuestions}
        </Alert>
      )}
      <Begin
        user={user}
        here={here}
        wanted={wanted}
        disabled={count === 0 && choices.subjects.length > 0}
        confirmChoices={confirmChoices}
      />
    </Stack>
  )
}

/** The button that starts the test. The choices above it need not be drawn again while it starts. */
function Begin({ user, here, wanted, disabled, confirmChoices }: BeginProps) {
  const { mutate, reset, error, isPending } = useDeviceStart(user, here.known)
  const isSlow = useDebouncedValue(isPending, SLOW)[0]
  const text = JSON.stringify(wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other choices may succeed
  useEffect(reset, [text, reset])
  const begin = () => {
    const start = confirmChoices()
    if (start) mutate(start)
  }
  return (
    <>
      {error && <NotStarted thrown={error} onCleared={reset} />}
      <StepActions>
        <Button
          size="md"
          leftSection={<CirclePlay size={20} aria-hidden />}
          loading={isPending && isSlow}
          disabled={disabled}
          onClick={begin}
        >
          {startOfflineTexts.start}
        </Button>
      </StepActions>
    </>
  )
}

/** Milliseconds before the button shows a spinner; most starts are faster. */
const SLOW = 400

interface BeginProps {
  user: string
  here: ExamHere
  /** What the choices ask for; null where nothing can be started. */
  wanted: DeviceStart | null
  disabled: boolean
  confirmChoices: () => DeviceStart | null
}

/** Why a subject cannot be chosen. */
function noteOf({ state }: Offered<string>): string | undefined {
  if (state === 'locked') return startOfflineTexts.locked
  if (state === 'evicted') return startOfflineTexts.evicted
  return state === 'missing' ? startOfflineTexts.notDownloaded : undefined
}

/** Which of the chosen subjects lack a year. */
function lacking(ids: readonly string[], subjects: Offered<string>[]): string | undefined {
  const titles = subjects.flatMap(({ value, label }) => (ids.includes(value) ? [label] : []))
  return titles.length > 0 ? startOfflineTexts.lacks(titles.join(', ')) : undefined
}
