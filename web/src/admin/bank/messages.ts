// The words of the question bank's screens.
import { catalogue } from '@/i18n/catalogue'
import { drawerEnglish, formEnglish, listEnglish, sectionEnglish, yearEnglish } from './messages.en'

export const messages = {
  form: catalogue(formEnglish, {}),
  years: catalogue(yearEnglish, {}),
  sections: catalogue(sectionEnglish, {}),
  list: catalogue(listEnglish, {}),
  drawer: catalogue(drawerEnglish, {}),
}
