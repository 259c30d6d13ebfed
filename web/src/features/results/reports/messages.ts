// The words of the list of one's own reports.
import { catalogue } from '@/i18n/catalogue'
import { common } from '@/i18n/common'
import { english } from './messages.en'

export const messages = { common, reports: catalogue(english, {}) }
