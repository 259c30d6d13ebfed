// The words about a paste.
import { catalogue } from '@/i18n/catalogue'
import { english } from './messages.en'

export const words = catalogue(english, {})
