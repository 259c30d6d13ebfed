// The words for subjects that an administrator changed.
import { catalogue } from '@/i18n/catalogue'
import { english } from './subjectsChangedMessages.en'

export const messages = { subjectsChanged: catalogue(english, {}) }
