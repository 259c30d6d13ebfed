// The words of the test window.
import { catalogue } from '@/i18n/catalogue'
import { common } from '@/i18n/common'
import { english } from './messages.en'

export const messages = { common, test: catalogue(english, {}) }
