// The words of the public site's frame.
import { catalogue } from '@/i18n/catalogue'
import { common } from '@/i18n/common'
import { english } from './publicMessages.en'

export const messages = { common, frame: catalogue(english, {}) }
