// The words of grading one's own answers.
import { catalogue } from '@/i18n/catalogue'
import { english } from './messages.en'

export const messages = { grade: catalogue(english, {}) }
