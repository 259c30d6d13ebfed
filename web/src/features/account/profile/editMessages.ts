// The words of the profile's form.
import { catalogue } from '@/i18n/catalogue'
import { english, leaving } from './editMessages.en'

export const words = catalogue(english, {})
export const leaveWords = catalogue(leaving, {})
