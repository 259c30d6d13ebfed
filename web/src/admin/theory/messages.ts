// The words of grading by moderators.
import { catalogue } from '@/i18n/catalogue'
import { english } from './messages.en'

export const words = catalogue(english, {})
