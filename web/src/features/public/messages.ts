// The words of the public site.
import { catalogue } from '@/i18n/catalogue'
import { common } from '@/i18n/common'
import { english } from './messages.en'

export const messages = { common, public: catalogue(english, {}) }
