// The words of the screens about people.
import { catalogue } from '@/i18n/catalogue'
import { common } from '@/i18n/common'
import { english } from './messages.en'

export const messages = { common, people: catalogue(english, {}) }
export const words = messages.people
