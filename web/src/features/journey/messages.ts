// The words from the dashboard to the start button.
import { catalogue } from '@/i18n/catalogue'
import { common } from '@/i18n/common'
import { english } from './messages.en'

export const messages = { common, journey: catalogue(english, {}) }
