// How much of the bank there is, in words.
import { count } from '../count'

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
  const questions = count(totalQuestions, 'question')
  return totalTheories === 0 ? questions : `${questions}, ${totalTheories} theory`
}
