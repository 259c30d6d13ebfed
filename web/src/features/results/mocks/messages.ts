// The words of the Mock Performance Tracker.
import { catalogue } from '@/i18n/catalogue'
import { english } from './messages.en'

export const messages = { mocks: catalogue(english, {}) }
