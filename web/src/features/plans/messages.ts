// The words of plans, payments and subscriptions.
import { catalogue } from '@/i18n/catalogue'
import { common } from '@/i18n/common'
import { english } from './messages.en'

export const messages = { common, plans: catalogue(english, {}) }
