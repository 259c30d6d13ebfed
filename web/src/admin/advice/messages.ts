// The words of the ruler on which the bands of advice lie.
import { catalogue } from '@/i18n/catalogue'
import { rulerEnglish } from './messages.en'

export const words = catalogue(rulerEnglish, {})
