// The words of a report of a question, which come with its dialogue.
import { catalogue } from '@/i18n/catalogue'
import { english } from './reportMessages.en'

export const messages = catalogue(english, {})
