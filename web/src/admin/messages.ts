// The words of the back-office, which no student loads.
import { catalogue } from '@/i18n/catalogue'
import { common } from '@/i18n/common'
import { adminEnglish, amountEnglish, bankEnglish } from './messages.en'

export const messages = {
  common,
  admin: catalogue(adminEnglish, {}),
  amounts: catalogue(amountEnglish, {}),
  bank: catalogue(bankEnglish, {}),
}
