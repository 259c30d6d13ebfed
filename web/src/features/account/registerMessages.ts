// The words of registration.
import { catalogue } from '@/i18n/catalogue'
import { english } from './registerMessages.en'

export const words = catalogue(english, {})
