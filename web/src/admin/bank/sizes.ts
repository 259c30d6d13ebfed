// How much of the bank there is, in words.
import { formatNumber, plural } from '@/i18n/format'
import { messages } from '../messages'

interface Size {
  totalQuestions: number
  totalTheories: number
}

export const totals = (parts: Size[]): Size => ({
  totalQuestions: parts.reduce((sum, part) => sum + part.totalQuestions, 0),
  totalTheories: parts.reduce((sum, part) => sum + part.totalTheories, 0),
})

/** "62 questions", "29 questions, 13 theory". */
export function sizeOf({ totalQuestions, totalTheories }: Size): string {
  const questions = plural(messages.amounts.questions, totalQuestions)
  return totalTheories === 0
    ? questions
    : messages.amounts.withTheories(questions, formatNumber(totalTheories))
}
