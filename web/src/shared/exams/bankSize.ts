// How much there is to practise with, as text: "4 subjects · 3 years · 480 questions".
import type { BankSize } from '@/shared/api/types'
import { plural } from '@/shared/i18n/format'
import { messages } from './bankSizeMessages'

const words = messages.bankSize

export const bankSize = ({ subjects, years, questions }: BankSize) =>
  [
    plural(words.subjects, subjects),
    plural(words.years, years),
    plural(words.questions, questions),
  ].join(' · ')
