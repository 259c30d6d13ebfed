// The words of the question bank's screens.
import { catalogue } from '@/i18n/catalogue'
import {
  bulkEnglish,
  drawerEnglish,
  formEnglish,
  listEnglish,
  sectionEnglish,
  yearEnglish,
} from './messages.en'

export const messages = {
  form: catalogue(formEnglish, {}),
  years: catalogue(yearEnglish, {}),
  sections: catalogue(sectionEnglish, {}),
  list: catalogue(listEnglish, {}),
  bulk: catalogue(bulkEnglish, {}),
  drawer: catalogue(drawerEnglish, {}),
}
