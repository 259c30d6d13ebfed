// The words of the question bank's screens.
import { catalogue } from '@/i18n/catalogue'
import {
  bulkEnglish,
  drawerEnglish,
  formEnglish,
  listEnglish,
  previewEnglish,
  sectionEnglish,
  similarEnglish,
  walkEnglish,
  yearEnglish,
} from './messages.en'

export const messages = {
  form: catalogue(formEnglish, {}),
  years: catalogue(yearEnglish, {}),
  sections: catalogue(sectionEnglish, {}),
  list: catalogue(listEnglish, {}),
  bulk: catalogue(bulkEnglish, {}),
  preview: catalogue(previewEnglish, {}),
  similar: catalogue(similarEnglish, {}),
  walk: catalogue(walkEnglish, {}),
  drawer: catalogue(drawerEnglish, {}),
}
