// What a trial plan allows, in words.
import { formatNumber, plural } from '@/shared/i18n/format'
import { messages } from './messages'

const words = messages.journey

/** Its questions are shared out among the subjects. */
export const trialWords = (questions: number, subjects: number) =>
  subjects > 1
    ? words.trialGivesEach(
        plural(words.questions, questions),
        formatNumber(Math.max(1, Math.floor(questions / subjects))),
      )
    : plural(words.trialGives, questions)
