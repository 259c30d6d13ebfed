// The words about a forgotten password.
import { catalogue } from '@/i18n/catalogue'
import { english } from './recoveryMessages.en'

export const words = catalogue(english, {})
