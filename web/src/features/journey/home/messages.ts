// The words of a returning student's home.
import { catalogue } from '@/i18n/catalogue'
import { english } from './messages.en'

export const messages = { home: catalogue(english, {}) }
