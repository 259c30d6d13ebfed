// Which number of a result is its score, and how it reads (spec 2 §9, ruling 17).
import type { Quiz } from '@/api/types'
import { formatNumber, formatPercent } from '@/i18n/format'
import { messages } from './messages'

const words = messages.results

interface Shown {
  value: string
  beside?: string
  label: string
}

export function scoreOf(quiz: Quiz): Shown {
  const { score, examType, totalAvgGrade } = quiz
  if (score.outOf400 != null) {
    return {
      value: formatNumber(score.outOf400),
      beside: words.of400,
      label: words.of400Text,
    }
  }
  if (score.grade) {
    return { value: score.grade, beside: formatPercent(score.percent), label: words.waecGrade }
  }
  if (examType === 'theory') {
    return totalAvgGrade == null
      ? { value: '--', label: words.notGradedYet }
      : { value: formatPercent(totalAvgGrade), label: words.averageText }
  }
  return { value: formatPercent(score.percent), label: words.percentText }
}

/** The colour of a JAMB score: red 0 to 199, yellow 200 to 299, green 300 to 400. */
export function jambBand(score: number): { band: 'red' | 'yellow' | 'green'; word: string } {
  if (score < 200) return { band: 'red', word: words.below200 }
  if (score < 300) return { band: 'yellow', word: words.below300 }
  return { band: 'green', word: words.above300 }
}
