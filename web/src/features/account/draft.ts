// A registration that is not sent yet, kept in this tab: a phone that is short of memory drops
// a page behind another app. Passwords are never in it.
import { textsOf, tryStorage } from '@/stores/tryStorage'

const KEY = 'sabi.register'

export const draft = {
  read: () => textsOf(tryStorage(() => sessionStorage.getItem(KEY))),
  keep: (values: Record<string, string>) =>
    tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify(values))),
  forget: () => tryStorage(() => sessionStorage.removeItem(KEY)),
}
