// The words of the calculator, which come with it.
import { catalogue } from '@/i18n/catalogue'
import { english } from './calculatorMessages.en'
import { messages as kit } from './messages'

export const messages = { ...kit, calculator: catalogue(english, {}) }
