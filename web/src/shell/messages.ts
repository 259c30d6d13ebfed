// The words of the frames, and of what every screen has around it.
import { catalogue } from '@/i18n/catalogue'
import { common } from '@/i18n/common'
import { english } from './messages.en'

export const messages = { common, shell: catalogue(english, {}) }
