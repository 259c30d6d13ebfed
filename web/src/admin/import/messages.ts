// The words of an import.
import { catalogue } from '@/i18n/catalogue'
import { formatEnglish, formatHintEnglish, importEnglish } from './messages.en'

export const words = catalogue(importEnglish, {})
export const formats = catalogue(formatEnglish, {})
export const formatHints = catalogue(formatHintEnglish, {})
