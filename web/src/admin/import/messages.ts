// The words of an import.
import { catalogue } from '@/i18n/catalogue'
import { exportEnglish, formatEnglish, formatHintEnglish, importEnglish } from './messages.en'

export const words = catalogue(importEnglish, {})
export const formats = catalogue(formatEnglish, {})
export const formatHints = catalogue(formatHintEnglish, {})
export const exportWords = catalogue(exportEnglish, {})
