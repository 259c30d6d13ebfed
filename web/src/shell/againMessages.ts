// The words of a test once more.
import { catalogue } from '@/i18n/catalogue'
import { english } from './againMessages.en'

export const messages = catalogue(english, {})
