// The words of the screen for who is signed in now.
import { catalogue } from '@/i18n/catalogue'
import { english } from './changedMessages.en'

export const words = catalogue(english, {})
