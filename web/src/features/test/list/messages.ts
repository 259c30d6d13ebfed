// The words of the list of all questions.
import { catalogue } from '@/i18n/catalogue'
import { english } from './messages.en'

export const messages = { list: catalogue(english, {}) }
