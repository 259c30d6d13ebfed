// The words of what visitors send us.
import { catalogue } from '@/i18n/catalogue'
import { english } from './messages.en'

export const words = catalogue(english, {})
