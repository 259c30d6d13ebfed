// How much there is to practise with, as text: "4 subjects · 3 years · 480 questions".
import type { BankSize } from '@/shared/api/types'
import { plural } from '@/shared/i18n/format'
import { bankSizeTexts } from './bankSizeMessages'

export const bankSize = ({ subjects, years, questions }: BankSize) =>
  [
    plural(bankSizeTexts.subjects, subjects),
    plural(bankSizeTexts.years, years),
    plural(bankSizeTexts.questions, questions),
  ].join(' · ')
