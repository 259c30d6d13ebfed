// The words of the question bank's screens.
import { catalogue } from '@/i18n/catalogue'
import { drawerEnglish, formEnglish, listEnglish } from './messages.en'

export const messages = {
  form: catalogue(formEnglish, {}),
  list: catalogue(listEnglish, {}),
  drawer: catalogue(drawerEnglish, {}),
}
