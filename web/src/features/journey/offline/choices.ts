// The choices of a test with the questions on this device, and the texts of the screens that offer
// them.
import { withTimeout } from 'es-toolkit'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Assessment, Ref } from '@/shared/api/types'
import { startedHere } from '@/shared/attempt/handOver'
import { postUtme } from '@/shared/exams/exams'
import { type LastChoices, lastChoices } from '@/shared/flow/lastChoices'
import { maxQuestions } from '@/shared/flow/subscription'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { common } from '@/shared/i18n/common'
import type { ExamHere } from '@/shared/offline/overview'
import { type DeviceStart, type Known, makeReady, startTest } from '@/shared/offline/start'
import { paths } from '@/shared/paths'
import { HANDOVER_CODE } from '@/shared/timeouts'
import { preloadTestWindow } from '../prefetch'
import { usualCounts } from '../setup'

export const startOfflineTexts = {
  text: 'You are offline. Practise with the questions on this device.',
  textOnline: 'Practise offline with the questions on this device.',
  toOnline: 'Practise online instead',
  toShelf: 'Questions on this device',
  failed: 'The questions on this device could not be read.',
  none: 'There are no questions on this device',
  noneText: 'You need internet once to download questions. Then you can practise anywhere.',
  noModes: 'Offline practice is not ready on this device yet. Open this page once with internet.',
  exam: 'Exam',
  university: 'University',
  from: 'Questions from',
  fromYear: 'A year',
  fromMistakes: (n: string) => `Your mistakes (${n})`,
  noMistakes: 'none on this device',
  year: 'Year',
  allYears: 'All years',
  lacks: (subjects: string) => `no questions for ${subjects}`,
  notDownloaded: 'not downloaded',
  locked: 'closed until your mock result is out',
  evicted: 'deleted by your browser',
  questions: { one: '{n} question.', other: '{n} questions.' },
  noQuestions: 'No questions on this device match your choices. Change them.',
  start: 'Start offline',

  todaysQuestions: 'Today, offline',
  toRepeat: { one: '{n} question to repeat', other: '{n} questions to repeat' },
  doneForToday: 'Done for today. Well done!',
  nothingDue: 'Nothing to repeat on this device.',
  startToday: (exam: string) => `Start today’s questions for ${exam} offline`,
  practiseMistakes: { one: 'Practise the one you missed', other: 'Practise the {n} you missed' },
  practise: 'Practise something else',
}

export type Modes = (Assessment & { slug: 'study' | 'practice' })[]

/** The exam's title, with the university of POST UTME. */
export const titleOf = ({ exam, university }: ExamHere) =>
  university ? common.examAt(exam.title, university.title) : exam.title

/**
 * The university that a start names: the one whose packs are here. Packs of earlier versions of the app
 * do not say, so there the last choice stands.
 */
export function universityOf({ exam, university }: ExamHere, registered?: Ref | null) {
  if (exam.slug !== postUtme) return null
  return university?._id ?? lastChoices(exam._id)?.university ?? registered?._id ?? null
}

/** The modes that need no server. */
export const offlineModes = (assessments: Assessment[]): Modes =>
  assessments.filter((one): one is Modes[number] => one.status && one.slug !== 'mock')

export interface Choices {
  from: 'bank' | 'mistakes'
  /** Ids. */
  subjects: string[]
  /** Null for all years, which mistakes alone are drawn from. */
  year: number | null
  mode: 'study' | 'practice'
  questions: number
  /** Null where they follow the number of questions. */
  minutes: number | null
  shuffleQuestions: boolean
  shuffleOptions: boolean
}

/** A subject or a year with why it cannot be chosen, or what it lacks. */
export interface Offered<Value> {
  value: Value
  label: string
  state: 'open' | 'locked' | 'evicted' | 'missing'
}

/** The subjects of an exam: the `registered` ones in their order, then others of which there are packs. */
export function subjectsOf({ shelf, known }: ExamHere, registered: Ref[]): Offered<string>[] {
  const others = shelf.map(({ subject }) => subject)
  others.sort((a, b) => a.title.localeCompare(b.title))
  const all = new Map([...registered, ...others].map((one) => [one._id, one.title]))
  const open = new Set(known.contents.map(({ subject }) => subject))
  return [...all].map(([value, label]): Offered<string> => {
    const own = shelf.filter(({ subject }) => subject._id === value)
    const shut = own.some(({ locked }) => locked) ? 'locked' : 'evicted'
    const state = open.has(value) ? 'open' : own.length > 0 ? shut : 'missing'
    return { value, label, state }
  })
}

/** The years of these subjects, the latest first, each with the subjects that lack it. */
export function yearsOf({ known: { contents } }: ExamHere, subjects: readonly string[]) {
  const own = contents.filter(({ subject }) => subjects.includes(subject))
  const years = [...new Set(own.map(({ year }) => year))].sort((a, b) => b - a)
  return years.map((year) => ({
    year,
    lacking: subjects.filter((id) => !own.some((one) => one.subject === id && one.year === year)),
  }))
}

/** The year to begin with: the one that was chosen last, else the newest that all subjects have. */
export function yearToBegin(years: ReturnType<typeof yearsOf>, last: number | null) {
  const found =
    years.find(({ year }) => year === last) ??
    years.find(({ lacking }) => lacking.length === 0) ??
    years[0]
  return found?.year ?? null
}

interface ProposalParams {
  here: ExamHere
  modes: Modes
  /** The most subjects. */
  limit: number
  last: LastChoices | null
  from: Choices['from']
  registered: Ref[]
}

/** The choices to begin with: the last ones as far as the device covers them. */
export function propose({ here, modes, limit, last, from, registered }: ProposalParams): Choices {
  const open = subjectsOf(here, registered).flatMap(({ value, state }) =>
    state === 'open' ? [value] : [],
  )
  const known = (last?.subjects ?? []).filter((id) => open.includes(id))
  const subjects = (known.length > 0 ? known : open).slice(0, limit)
  return {
    from,
    subjects,
    year: from === 'bank' ? yearToBegin(yearsOf(here, subjects), last?.year ?? null) : null,
    mode: modes.find(({ slug }) => slug === last?.mode)?.slug ?? modes[0]?.slug ?? 'study',
    questions: last?.questions ?? 20,
    minutes: last?.minutes ?? null,
    shuffleQuestions: last?.shuffleQuestions ?? false,
    shuffleOptions: last?.shuffleOptions ?? false,
  }
}

/**
 * The numbers of questions per subject that can be pressed where no subject has more than `most`; the
 * last stands for all of them.
 */
export const countsOf = (most: number) => [
  ...usualCounts.filter((count) => count < most),
  maxQuestions,
]

/** An untimed test by these choices; null where nothing can be started. `university` is an id. */
export function startOf(
  here: ExamHere,
  modes: Modes,
  choices: Choices,
  university: string | null,
): DeviceStart | null {
  const mode = modes.find(({ slug }) => slug === choices.mode)
  if (!mode || choices.subjects.length === 0) return null
  const titles = new Map(here.shelf.map(({ subject }) => [subject._id, subject]))
  return {
    exam: here.exam,
    assessment: { _id: mode._id, title: mode.title, slug: mode.slug },
    university,
    from: choices.from,
    subjects: choices.subjects.flatMap((id) => titles.get(id) ?? []),
    year: choices.year,
    limit: choices.questions,
    minutes: null,
    topics: [],
    shuffleQuestions: choices.shuffleQuestions,
    shuffleOptions: choices.shuffleOptions,
  }
}

/** The session of today, which is a study test; null where study is switched off. */
export function todayOf(
  { exam }: ExamHere,
  modes: Modes,
  university: string | null,
): DeviceStart | null {
  const mode = modes.find(({ slug }) => slug === 'study')
  if (!mode) return null
  return {
    exam,
    assessment: { _id: mode._id, title: mode.title, slug: mode.slug },
    university,
    from: 'today',
    subjects: [],
    year: null,
    limit: maxQuestions,
    minutes: null,
    topics: [],
    shuffleQuestions: false,
    shuffleOptions: false,
  }
}

/**
 * Starts a test with the questions on this device and shows it in this tab: another window would have to
 * load the page first.
 */
export function useDeviceStart(account: string, known: Known) {
  const navigate = useNavigate()
  return useMutationOnce({
    mutationFn: async (start: DeviceStart) => {
      const started = await startTest(account, start, known)
      // Without this code the window reads the test from the device, as after a reload.
      const attempt = await withTimeout(loadAttempt, HANDOVER_CODE).catch(() => null)
      if (attempt) startedHere.test = attempt.openStarted(account, started)
      return started.test
    },
    // What other screens know of the device's tests they read anew when they are opened.
    // In one go: nothing else is to be drawn before the question.
    onSuccess: ({ id }) => navigate(paths.objectiveQuestions(id), { flushSync: true }),
  })
}

const loadAttempt = () => import('@/shared/offline/attempt')

/** Milliseconds without a change of the choices after which their questions are drawn. */
const PAUSE = 150

/** Loads the window, and draws the questions for this start. */
export function useReady(account: string, known: Known, start: DeviceStart | null): void {
  // The minutes change nothing of them.
  const text = JSON.stringify(start && { ...start, minutes: null })
  useEffect(() => {
    preloadTestWindow()
    void loadAttempt().catch(() => undefined)
    const wanted = JSON.parse(text) as DeviceStart | null
    if (wanted === null) return
    const timer = setTimeout(() => makeReady(account, known, wanted), PAUSE)
    return () => clearTimeout(timer)
  }, [account, known, text])
}
