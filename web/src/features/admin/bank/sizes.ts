// The size of the bank in words.
import { formatNumber, plural } from '@/shared/i18n/format'
import { messages } from '../messages'

interface Size {
  totalQuestions: number
  totalTheories: number
}

/** "62 questions", "29 questions, 13 theory". */
export function sizeOf({ totalQuestions, totalTheories }: Size): string {
  const questions = plural(messages.amounts.questions, totalQuestions)
  return totalTheories === 0
    ? questions
    : messages.amounts.withTheories(questions, formatNumber(totalTheories))
}
