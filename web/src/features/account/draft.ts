// A registration that is not sent yet, kept in this tab: a phone that is short of memory drops
// a page behind another app. Passwords are never in it.
import { tryStorage } from '@/stores/tryStorage'

const KEY = 'sabi.register'

export const draft = {
  read: (): Record<string, string> => {
    const text = tryStorage(() => sessionStorage.getItem(KEY)) ?? null
    return text === null ? {} : (tryStorage(() => JSON.parse(text)) ?? {})
  },
  keep: (values: Record<string, string>) =>
    tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify(values))),
  forget: () => tryStorage(() => sessionStorage.removeItem(KEY)),
}
