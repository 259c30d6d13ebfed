// Whether the offer of the weekly mail was answered on this device, so that the server need not be
// asked with every result.
import { tryStorage } from '@/shared/device/tryStorage'

const key = (user: string) => `sabi.weekly-mail.${user}`

export const hasDecided = (user: string | undefined): boolean =>
  user === undefined || tryStorage(() => localStorage.getItem(key(user))) === 'decided'

export const rememberDecision = (user: string) =>
  tryStorage(() => localStorage.setItem(key(user), 'decided'))
