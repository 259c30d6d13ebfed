// The words of the account setting.
import { catalogue } from '@/i18n/catalogue'
import { english } from './settingMessages.en'

export const words = catalogue(english, {})
