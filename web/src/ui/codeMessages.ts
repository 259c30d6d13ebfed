// The words of a second factor's code.
import { catalogue } from '@/i18n/catalogue'
import { english } from './codeMessages.en'

export const words = catalogue(english, {})
