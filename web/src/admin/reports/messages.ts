// The words of the reports of questions.
import { catalogue } from '@/i18n/catalogue'
import { english } from './messages.en'

export const words = catalogue(english, {})
