// The words of open sessions.
import { catalogue } from '@/i18n/catalogue'
import { english } from './sessionMessages.en'

export const words = catalogue(english, {})
