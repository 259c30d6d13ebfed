// The words of the command palette and of the list of keys.
import { catalogue } from '@/i18n/catalogue'
import { waysEnglish } from './messages.en'

export const words = catalogue(waysEnglish, {})

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** The key beside the others, as this keyboard calls it. */
export const mod = isApple ? '⌘' : 'Ctrl'
