// The words of the kit. What the documents quote of every screen is in the back-office's messages.
import { catalogue } from '@/i18n/catalogue'
import { conflict, gone, kit, leave, pasted, picture } from './messages.en'

export const messages = Object.assign(catalogue(kit, {}), {
  picture: catalogue(picture, {}),
  pasted: catalogue(pasted, {}),
  leave: catalogue(leave, {}),
  conflict: catalogue(conflict, {}),
  gone: catalogue(gone, {}),
})

/** The words that all of the back-office says. */
export { messages as app } from '../messages'
