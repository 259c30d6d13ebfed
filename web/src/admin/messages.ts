// The words of the back-office, which no student loads.
import { catalogue } from '@/i18n/catalogue'
import { common } from '@/i18n/common'
import { admin, bank } from './messages.en'

export const messages = { common, admin: catalogue(admin, {}), bank: catalogue(bank, {}) }
