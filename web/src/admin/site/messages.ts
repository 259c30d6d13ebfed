// The words of the public site's screens that no declaration makes.
import { catalogue } from '@/i18n/catalogue'
import { homeEnglish } from './messages.en'

export const words = catalogue(homeEnglish, {})
