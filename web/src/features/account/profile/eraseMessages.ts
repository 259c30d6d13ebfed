// The words about the end of an account.
import { catalogue } from '@/i18n/catalogue'
import { english } from './eraseMessages.en'

export const words = catalogue(english, {})
