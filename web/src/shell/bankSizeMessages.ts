// The words for the size of a bank.
import { catalogue } from '@/i18n/catalogue'
import { english } from './bankSizeMessages.en'

export const messages = { bankSize: catalogue(english, {}) }
