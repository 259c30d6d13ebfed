// The words of what tells how good the questions of the bank are.
import { catalogue } from '@/i18n/catalogue'
import {
  faultEnglish,
  historyEnglish,
  insightEnglish,
  keyEnglish,
  qualityEnglish,
} from './messages.en'

export const messages = {
  insight: catalogue(insightEnglish, {}),
  history: catalogue(historyEnglish, {}),
  key: catalogue(keyEnglish, {}),
  quality: catalogue(qualityEnglish, {}),
  faults: catalogue(faultEnglish, {}),
}
