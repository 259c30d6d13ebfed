// The words of the payments.
import { catalogue } from '@/i18n/catalogue'
import { english } from './messages.en'

export const words = catalogue(english, {})
