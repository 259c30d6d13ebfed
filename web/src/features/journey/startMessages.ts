// The words of the instructions and of the start.
import { catalogue } from '@/i18n/catalogue'
import { english } from './facts.en'

export const start = catalogue(english, {})
