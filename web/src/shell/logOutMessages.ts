// The words of the question before a logout, which come with it.
import { catalogue } from '@/i18n/catalogue'
import { english } from './logOutMessages.en'

export const messages = catalogue(english, {})
