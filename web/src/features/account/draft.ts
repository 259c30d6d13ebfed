// An unsent registration, kept in this tab because phones with little memory unload pages behind
// other apps. It never contains passwords.
import { textsOf, tryStorage } from '@/shared/device/tryStorage'

const KEY = 'sabi.register'

export const draft = {
  read: () => textsOf(tryStorage(() => sessionStorage.getItem(KEY))),
  keep: (values: Record<string, string>) =>
    tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify(values))),
  forget: () => tryStorage(() => sessionStorage.removeItem(KEY)),
}
