// The words beside the form of a mail's template.
import { catalogue } from '@/i18n/catalogue'
import { mailEnglish } from './messages.en'

export const words = catalogue(mailEnglish, {})
