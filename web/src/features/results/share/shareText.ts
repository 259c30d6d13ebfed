// What is shared of a result: score and test, and nobody's name unless one is given.
import type { Quiz } from '@/shared/api/types'
import { scoreOf } from '../score'
import { messages } from './messages'

const words = messages.share

/** "251 of 400", "B2 (70%)", "65%". */
export function scoreInWords(quiz: Quiz): string {
  const { value, beside } = scoreOf(quiz)
  if (!beside) return value
  return quiz.score.outOf400 != null ? words.scored(value, beside) : words.withGrade(value, beside)
}

export const testInWords = ({ exam, assessment }: Quiz) =>
  (assessment.slug === 'mock' ? words.test : words.testOf)(exam.title, assessment.title)

export function shareText(quiz: Quiz, name: string | null, address: string): string {
  const what = [scoreInWords(quiz), testInWords(quiz)] as const
  return `${name ? words.of(name, ...what) : words.mine(...what)} ${words.practise(address)}`
}
