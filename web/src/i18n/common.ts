// The words that every area may use.
import { catalogue } from './catalogue'
import { english } from './common.en'

export const common = catalogue(english, {})
