// Which number of a result is its score, and how it reads (spec 2 §9, ruling 17).
import type { Quiz } from '@/api/types'
import { formatPercent } from '@/ui/format'

interface Shown {
  value: string
  beside?: string
  label: string
}

export function scoreOf(quiz: Quiz): Shown {
  const { score, examType, totalAvgGrade } = quiz
  if (score.outOf400 != null) {
    return {
      value: String(score.outOf400),
      beside: 'of 400',
      label: 'Correct answers of all questions, times 400.',
    }
  }
  if (score.grade) {
    return { value: score.grade, beside: formatPercent(score.percent), label: 'WAEC grade.' }
  }
  if (examType === 'theory') {
    return totalAvgGrade == null
      ? { value: '--', label: 'Not graded yet.' }
      : { value: formatPercent(totalAvgGrade), label: 'Average grade of your answers.' }
  }
  return { value: formatPercent(score.percent), label: 'Correct answers of all questions.' }
}

/** The colour of a JAMB score: red 0 to 199, yellow 200 to 299, green 300 to 400. */
export function jambBand(score: number): { band: 'red' | 'yellow' | 'green'; word: string } {
  if (score < 200) return { band: 'red', word: 'Below 200' }
  if (score < 300) return { band: 'yellow', word: '200 to 299' }
  return { band: 'green', word: '300 and above' }
}
