// What the start screen begins with, and the calls that its choices make; without screen or network.

import { registeredSubjects } from '@/shared/api/queries/enrolment'
import type {
  AssessmentSlug,
  Availability,
  ExamChoice,
  ExamType,
  Quiz,
  StartAttempt,
  UserSubscription,
} from '@/shared/api/types'
import { jambUtme, postUtme } from '@/shared/exams/exams'
import type { LastChoices } from '@/shared/flow/lastChoices'
import { maxQuestions, subscriptionAt } from '@/shared/flow/subscription'
import {
  allHave,
  minutesFor,
  questionLimit,
  subjectLimit,
  timed,
  usualCounts,
  yearsOf,
  yearToBegin,
} from '../setup'

const usualCount = 20

/** The numbers of questions that a plan allows; the most of them stands for the whole paper. */
export function countsOf(subscription: UserSubscription): number[] {
  const most = questionLimit(subscription)
  return [...usualCounts.filter((count) => count < most), most]
}

/** Whether that many stand for the whole paper, which a trial does not give. */
export const isWhole = (count: number) => count === maxQuestions

/** The university whose test is meant: the last, the registered, or the only one that is subscribed. */
export function universityOf(exam: ExamChoice, last: string | null | undefined): string | null {
  if (exam.slug !== postUtme) return null
  const held = exam.subscriptions.flatMap(({ university }) => university?._id ?? [])
  const wanted = [last, exam.registration?.university?._id].find((id) => id && held.includes(id))
  return wanted ?? (held.length === 1 ? (held[0] ?? null) : null)
}

/** Whether a test of the exam could be started now: subscribed, with registered subjects. */
export function canStart(exam: ExamChoice, universityId: string | null): boolean {
  const held = subscriptionAt(exam, universityId)
  return exam.status && held !== undefined && registeredSubjects(exam).length > 0
}

/** Which exam the screen begins with: one that was asked for, else chosen last, else one that can be started. */
export function examToBegin(
  exams: ExamChoice[],
  wanted: (string | null | undefined)[],
): ExamChoice | undefined {
  const open = exams.filter(({ status }) => status)
  for (const one of wanted) {
    const exam = open.find(({ _id, slug }) => one && [_id, slug].includes(one))
    if (exam) return exam
  }
  const startable = open.filter((exam) => canStart(exam, universityOf(exam, null)))
  return startable[0] ?? (open.length === 1 ? open[0] : undefined)
}

/** The choices to begin with: the last ones as far as they still fit. */
export function proposal(
  exam: ExamChoice,
  subscription: UserSubscription,
  modes: AssessmentSlug[],
  last: Partial<LastChoices> | null,
): LastChoices {
  const { registration } = exam
  const registered = registeredSubjects(exam).map(({ _id }) => _id)
  const most = subjectLimit(exam.slug, exam.maximumSubjects)
  const known = (last?.subjects ?? registration?.selectedSubjects ?? []).filter((id) =>
    registered.includes(id),
  )
  const mode = last?.mode ?? registration?.assessment?.slug
  const possible = countsOf(subscription)
  const wanted = last?.questions ?? usualCount
  return {
    university: subscription.university?._id ?? null,
    examType: kindToBegin(exam, last?.examType ?? registration?.examType),
    mode: modes.find((one) => one === mode) ?? modes[0] ?? 'study',
    subjects: (known.length > 0 ? known : registered).slice(0, most),
    questions: possible.find((count) => count >= wanted) ?? possible.at(-1) ?? wanted,
    minutes: last?.minutes ?? null,
    year: last?.year ?? null,
    shuffleQuestions: last?.shuffleQuestions ?? false,
    shuffleOptions: last?.shuffleOptions ?? false,
    powerSafe: last?.powerSafe ?? false,
  }
}

/** The choices of a test that was taken, as far as its result says. */
export function choicesOfLast(quiz: Quiz | undefined): Partial<LastChoices> | null {
  if (!quiz) return null
  const { assessment, examType, questionCount, subjectId } = quiz
  return {
    examType,
    mode: assessment.slug as AssessmentSlug,
    subjects: subjectId,
    questions: Math.ceil(questionCount / Math.max(1, subjectId.length)),
  }
}

const kindToBegin = ({ examType }: ExamChoice, last: ExamType | null | undefined): ExamType =>
  examType === 'both' ? (last ?? 'objective') : examType

/** A mock of JAMB UTME is of all registered subjects at once, as in the exam hall. */
export const takesAll = (exam: ExamChoice, mode: AssessmentSlug) =>
  mode === 'mock' && exam.slug === jambUtme

/** Questions that a whole paper of one subject has, about. */
const wholePaper = 60

/** Minutes of a practice: the chosen ones, or what so many questions usually take. */
export function minutesOf(choices: LastChoices, subscription: UserSubscription): number | null {
  const { mode, minutes, questions, subjects } = choices
  if (!timed(mode)) return null
  const each = isWhole(questions) ? wholePaper : questions
  const all = each * Math.max(1, subjects.length)
  const most = questionLimit(subscription)
  // A trial shares its questions out among the subjects.
  return minutes ?? minutesFor(isWhole(most) ? all : Math.min(all, most))
}

/**
 * The year of a test that names none: the newest with questions of every subject that was not taken
 * lately, else the one to begin with.
 */
export function freshYear(found: Availability | undefined, taken: number[]): number {
  const ids = found?.counts.map(({ subject }) => subject._id) ?? []
  const whole = found ? yearsOf(found).filter((year) => allHave(found, ids, year)) : []
  return whole.find((year) => !taken.includes(year)) ?? yearToBegin(found, null)
}

/** The call that starts a study or a practice. */
export function startOf({
  exam,
  subscription,
  assessmentId,
  choices,
  ...of
}: Wanted): StartAttempt {
  const { examType, mode, subjects, questions, university } = choices
  return {
    examId: exam._id,
    assessmentId,
    examType,
    subjects,
    university,
    year: of.year,
    questionLimit: questions,
    timeDuration: minutesOf(choices, subscription),
    shuffleQuestions: choices.shuffleQuestions,
    shuffleOptions: choices.shuffleOptions,
    selectedTopics: of.topics ?? [],
    powerSafe: timed(mode) && choices.powerSafe,
  }
}

interface Wanted {
  exam: ExamChoice
  subscription: UserSubscription
  assessmentId: string
  choices: LastChoices
  year: number
  /** Ids of topics and sections; all of them without. */
  topics?: string[]
}
