// What a result says first: its headline, the number that is its score, and the one verdict
// that colours both (spec 2 §9, ruling 17).
import type { Quiz } from '@/shared/api/types'
import { kindOf } from '@/shared/exams/kind'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { type Verdict, verdict } from '@/shared/ui/Bar'
import { resultsTexts } from './messages'

interface LabelledScore {
  /** Empty while there is none. */
  value: string
  beside?: string
  label: string
}

/** Theory answers that nobody has declared yet: they are no part of the score. */
export const isPending = ({ examResult }: Quiz) => examResult === 'pending'

/** Whether objective questions are judged while the theory answers beside them are not. */
export const isPartlyGraded = (quiz: Quiz) => kindOf(quiz) === 'both' && isPending(quiz)

/** Whether nobody has graded the theory answers, not even the student. */
export const isUngraded = (quiz: Quiz) => isPending(quiz) && quiz.totalAvgGrade == null

/** How many theory answers are graded and their average, where some are and others are not. */
export function gradedSoFar({ theory }: Quiz): string | null {
  if (theory?.average == null || theory.graded === theory.answers) return null
  return resultsTexts.gradedSoFar(
    formatNumber(theory.graded),
    formatNumber(theory.answers),
    formatPercent(theory.average),
  )
}

/** The score as a large value with what it is, and what stands beside it. */
export function labelledScoreOf(quiz: Quiz): LabelledScore {
  const { score, totalAvgGrade, theory } = quiz
  if (kindOf(quiz) === 'theory') {
    const average = totalAvgGrade ?? theory?.average
    if (average == null) return { value: '', label: resultsTexts.notGradedYet }
    const label = isPending(quiz) ? resultsTexts.ownGrades : resultsTexts.averageText
    return { value: formatPercent(average), label }
  }
  if (isPartlyGraded(quiz)) {
    const label = theory?.average == null ? resultsTexts.objectivePart : resultsTexts.overallSoFar
    return { value: formatPercent(score.overall ?? score.percent), label }
  }
  if (score.outOf400 != null) {
    return {
      value: formatNumber(score.outOf400),
      beside: resultsTexts.of400,
      label: resultsTexts.of400Text,
    }
  }
  if (kindOf(quiz) === 'both' && score.overall != null) {
    const beside = score.grade ?? undefined
    return { value: formatPercent(score.overall), beside, label: resultsTexts.overallText }
  }
  if (score.grade) {
    return {
      value: score.grade,
      beside: formatPercent(score.percent),
      label: resultsTexts.waecGrade,
    }
  }
  return { value: formatPercent(score.percent), label: resultsTexts.percentText }
}

/** The score on JAMB's scale of 400; null while nothing is graded. */
export function pointsOf(quiz: Quiz): number | null {
  const { score, totalAvgGrade } = quiz
  if (kindOf(quiz) === 'theory') return totalAvgGrade == null ? null : totalAvgGrade * 4
  return score.outOf400 ?? (score.overall ?? score.percent) * 4
}

/** How good it is: by the bounds of a JAMB score. */
export function verdictOf(quiz: Quiz): Verdict {
  const points = pointsOf(quiz)
  return points === null ? 'open' : verdict(points)
}

/**
 * The result in a line: what was right, and what is to be thought of it. Without the latter where an
 * advice judges the result, because administrators choose bands that differ from the verdict's.
 */
export function headlineOf(quiz: Quiz, isAdvised = false): string {
  const { totalAvgGrade, correctCount, questionCount } = quiz
  const judged = verdictOf(quiz)
  const soFar = gradedSoFar(quiz)
  if (judged === 'open') return soFar ? resultsTexts.partly(soFar) : resultsTexts.handedIn
  const isTheory = kindOf(quiz) === 'theory'
  const average = formatPercent(totalAvgGrade ?? 0)
  const what = isTheory
    ? resultsTexts.averageOf(average)
    : resultsTexts.rightOf(formatNumber(correctCount), formatNumber(questionCount))
  if (!isPartlyGraded(quiz)) {
    if (!isAdvised) return resultsTexts[`${judged}Headline`](what)
    return isTheory ? resultsTexts.averageHeadline(average) : what
  }
  if (soFar) return resultsTexts.partlyBeside(what, soFar)
  return totalAvgGrade == null
    ? resultsTexts.partlyGraded(what)
    : resultsTexts.ownGraded(what, formatPercent(totalAvgGrade))
}

/** The range of a JAMB score in words: red 0 to 199, yellow 200 to 299, green 300 to 400. */
export function jambRange(score: number): string {
  if (score < 200) return resultsTexts.below200
  return score < 300 ? resultsTexts.below300 : resultsTexts.above300
}
