// The score of a test in a word, and which tests can be compared by it.
import type { Quiz } from '@/shared/api/types'
import { kindOf } from '@/shared/exams/kind'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { type Verdict, verdict } from '@/shared/ui/Bar'
import { studentHomeTexts } from './messages'

interface Shown {
  value: string
  verdict: Verdict
  /** Percent, or points of 400; null while nothing is graded. */
  points: number | null
}

/** What is not graded is neither good nor bad. */
export function scoreOf(quiz: Quiz): Shown {
  const { score, examResult, totalAvgGrade, theory } = quiz
  if (kindOf(quiz) === 'theory') {
    const average = totalAvgGrade ?? theory?.average
    if (average == null) return { value: studentHomeTexts.notGraded, verdict: 'open', points: null }
    const judged = totalAvgGrade == null ? 'open' : verdict(average * 4)
    return { value: formatPercent(average), verdict: judged, points: average }
  }
  // A test whose theory answers wait has no score on that scale yet; its result shows none either.
  const of400 = examResult === 'pending' ? null : score.outOf400
  if (of400 != null) {
    return {
      value: studentHomeTexts.of400(formatNumber(of400)),
      verdict: verdict(of400),
      points: of400,
    }
  }
  const points = (kindOf(quiz) === 'both' ? score.overall : null) ?? score.percent
  const value = formatPercent(points)
  if (examResult === 'pending') return { value, verdict: 'open', points }
  const told = score.grade ? `${score.grade} (${value})` : value
  return { value: told, verdict: verdict(points * 4), points }
}

const subjectsOf = ({ subjectId }: Quiz) => [...subjectId].sort().join()

/** Whether another test is of the same exam, mode, kind and subjects, so that its score can be compared. */
export const isLike = (other: Quiz, quiz: Quiz) =>
  other._id !== quiz._id &&
  other.exam._id === quiz.exam._id &&
  other.assessment.slug === quiz.assessment.slug &&
  kindOf(other) === kindOf(quiz) &&
  (other.score.outOf400 === null) === (quiz.score.outOf400 === null) &&
  subjectsOf(other) === subjectsOf(quiz)
