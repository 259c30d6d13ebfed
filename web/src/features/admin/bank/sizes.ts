// The size of the bank in words.
import { formatNumber, plural } from '@/shared/i18n/format'
import { amountTexts } from '../messages'

interface Size {
  totalQuestions: number
  totalTheories: number
}

/** "62 questions", "29 questions, 13 theory". */
export function sizeOf({ totalQuestions, totalTheories }: Size): string {
  const questions = plural(amountTexts.questions, totalQuestions)
  return totalTheories === 0
    ? questions
    : amountTexts.withTheories(questions, formatNumber(totalTheories))
}
