// The words of activation.
import { catalogue } from '@/i18n/catalogue'
import { english } from './activationMessages.en'

export const words = catalogue(english, {})
