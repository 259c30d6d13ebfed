// The words from an exam's category to its registered subjects.
import { catalogue } from '@/i18n/catalogue'
import { common } from '@/i18n/common'
import { english } from './messages.en'

export const messages = { common, enrolment: catalogue(english, {}) }
