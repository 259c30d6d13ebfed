// The words of one's own account.
import { catalogue } from '@/i18n/catalogue'
import { accountEnglish, factorEnglish, proofEnglish, proofReasonsEnglish } from './messages.en'

export const messages = {
  account: catalogue(accountEnglish, {}),
  factor: catalogue(factorEnglish, {}),
  proof: catalogue(proofEnglish, {}),
  proofReasons: catalogue(proofReasonsEnglish, {}),
}
