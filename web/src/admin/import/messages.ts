// The words of an import.
import { catalogue } from '@/i18n/catalogue'
import { importEnglish } from './messages.en'

export const words = catalogue(importEnglish, {})
