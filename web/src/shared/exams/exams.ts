import type { BankSize } from '@/shared/api/types'
import { plural } from '@/shared/i18n/format'
import { bankSizeTexts } from '../messages'

// The exam slugs that the web app knows; slugs never change.
export const jambUtme = 'jamb-utme'
export const wassceWaec = 'wassce-waec-ssce'
export const jsceBece = 'jsce-bece'
export const postUtme = 'post-utme'

/** How much there is to practise with, as text: "4 subjects · 3 years · 480 questions". */
export const bankSize = ({ subjects, years, questions }: BankSize) =>
  [
    plural(bankSizeTexts.subjects, subjects),
    plural(bankSizeTexts.years, years),
    plural(bankSizeTexts.questions, questions),
  ].join(' · ')
