// What is shared of a result: score and test, and nobody's name unless one is given.
import type { Quiz } from '@/shared/api/types'
import { scoreOf } from '../score'
import { shareTexts } from './messages'

/** "251 of 400", "B2 (70%)", "65%". */
export function scoreInWords(quiz: Quiz): string {
  const { value, beside } = scoreOf(quiz)
  if (!beside) return value
  return quiz.score.outOf400 != null
    ? shareTexts.scored(value, beside)
    : shareTexts.withGrade(value, beside)
}

export const testInWords = ({ exam, assessment }: Quiz) =>
  (assessment.slug === 'mock' ? shareTexts.test : shareTexts.testOf)(exam.title, assessment.title)

export function shareText(quiz: Quiz, name: string | null, address: string): string {
  const what = [scoreInWords(quiz), testInWords(quiz)] as const
  return `${name ? shareTexts.of(name, ...what) : shareTexts.mine(...what)} ${shareTexts.practise(address)}`
}
