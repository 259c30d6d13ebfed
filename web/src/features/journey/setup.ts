// The rules of setting up a test (spec 2 §5 and §9), without screen or network.
import { firstYear } from '@/shared/api/queries/attempts'
import type { Availability, StartAttempt } from '@/shared/api/types'
import { jambUtme } from '@/shared/exams/exams'
import { isTrial, maxQuestions, practiceMinutes } from '@/shared/flow/subscription'
import type { FlowChoices } from '@/shared/flow/useFlow'
import { formatNumber, plural } from '@/shared/i18n/format'
import { journeyTexts } from './messages'

/** Its questions are shared out among the subjects, and are the same in each test. */
export function trialWords(questions: number, subjects: number): string {
  const gives =
    subjects > 1
      ? journeyTexts.trialGivesShared(
          plural(journeyTexts.questions, questions),
          formatNumber(subjects),
        )
      : plural(journeyTexts.trialGives, questions)
  return `${gives} ${journeyTexts.trialRepeats}`
}

/** Questions per subject that can be pressed, beside the whole paper. */
export const usualCounts = [10, 20, 40]

/** The time for a number of questions, in minutes: one per question, rounded to the slider's steps. */
export function minutesFor(questions: number): number {
  const { step, max } = practiceMinutes
  return Math.min(max, Math.max(step, Math.ceil(questions / step) * step))
}

type Mode = FlowChoices['assessmentSlug']

/** How many subjects one test takes: JAMB UTME up to its maximum, every other exam one. */
export const subjectLimit = (examSlug: string, maximumSubjects: number) =>
  examSlug === jambUtme ? maximumSubjects : 1

/** The most questions to ask for: a trial plan has its own limit (spec 2 §5). */
export function questionLimit(plan: { planName: string; numOfQuestions?: number | null }): number {
  const limit = isTrial(plan) ? (plan.numOfQuestions ?? maxQuestions) : maxQuestions
  return Math.max(1, Math.min(maxQuestions, limit))
}

/** Whether the plan gives only a sample of a paper, as a trial does: also of a mock (ruling 22). */
export const givesSample = (plan: Parameters<typeof questionLimit>[0]) =>
  questionLimit(plan) < maxQuestions

/** The same of some of its subjects. */
export const ofSubjects = (found: Availability, ids: string[]): Availability => ({
  ...found,
  counts: found.counts.filter(({ subject }) => ids.includes(subject._id)),
})

/** Whether each of these subjects has something in that year. */
export const allHave = ({ counts }: Availability, ids: string[], year: number) =>
  ids.every((id) => counts.some((one) => one.subject._id === id && one.years.includes(year)))

/** The ids of the subjects that have something for this test. */
export const available = ({ counts }: Availability) =>
  counts.filter((one) => one.questions + one.theories > 0).map((one) => one.subject._id)

/** The years in which any of the subjects has questions, latest first. */
export const yearsOf = ({ counts }: Availability) =>
  [...new Set(counts.flatMap((one) => one.years))].sort((a, b) => b - a)

/**
 * The year to begin with: that of the last test where it has questions, else the newest that has
 * some of every subject, or of any. The slider's left end while none is known.
 */
export function yearToBegin(found: Availability | undefined, last: number | null | undefined) {
  const years = found ? yearsOf(found) : []
  if (last != null && (found === undefined || years.includes(last))) return last
  const hasAll = (year: number) => found?.counts.every((one) => one.years.includes(year))
  return years.find(hasAll) ?? years[0] ?? firstYear
}

/** Everything that starting needs of the journey's choices. */
export const startNeeds = [
  'examId',
  'examName',
  'examSlug',
  'examType',
  'assessmentId',
  'assessmentName',
  'assessmentSlug',
] as const satisfies (keyof FlowChoices)[]

/** The same of a mock: of JAMB UTME it is of all that is registered, of any other exam of one. */
export const mockNeeds = (
  examSlug: string | undefined,
): readonly ((typeof startNeeds)[number] | 'RegSubjects')[] =>
  examSlug === jambUtme ? startNeeds : [...startNeeds, 'RegSubjects']

type Start = Pick<FlowChoices, (typeof startNeeds)[number]> & Partial<FlowChoices>

/** The call that creates the attempt. A mock takes its number and its minutes from the exam. */
export function startAttempt(choices: Start, subjects: string[]): StartAttempt {
  const { examId, assessmentId, examType, assessmentSlug, universityId } = choices
  const common = { examId, assessmentId, examType, subjects, university: universityId ?? null }
  if (assessmentSlug === 'mock') return common
  return {
    ...common,
    year: choices.year ?? null,
    questionLimit: choices.questionCount ?? maxQuestions,
    timeDuration: timed(assessmentSlug) ? (choices.timeDuration ?? null) : null,
    shuffleQuestions: choices.shuffleQuestions ?? false,
    shuffleOptions: choices.shuffleOptions ?? false,
    selectedTopics: choices.selectedTopics ?? [],
    powerSafe: timed(assessmentSlug) && (choices.powerSafe ?? false),
    ...(choices.paperFrom && { from: choices.paperFrom }),
    ...(choices.mistakesOf && { mistakesOf: choices.mistakesOf }),
    ...(choices.mistakesSet && { mistakesSet: choices.mistakesSet }),
  }
}

/** Whether the student chooses the minutes. */
export const timed = (mode: Mode) => mode === 'practice'
