// The words of results and corrections.
import { catalogue } from '@/i18n/catalogue'
import { common } from '@/i18n/common'
import { english } from './messages.en'

export const messages = { common, results: catalogue(english, {}) }
