// Who was signed in last on a device that is set up for practice without internet: enough to open the
// app while the server cannot be asked.
import type { User } from '@/shared/api/types'
import { tryStorage } from '@/shared/device/tryStorage'
import { inUseKey } from './inUse'

/** Keeps who is signed in, which also says that the device is set up. Administrators are not kept. */
export function keepStudent(user: User): void {
  if (user.role === 'user') tryStorage(() => localStorage.setItem(inUseKey, JSON.stringify(user)))
}

export function lastStudent(): User | null {
  const kept: unknown = tryStorage(() => JSON.parse(localStorage.getItem(inUseKey) ?? 'null'))
  const { _id, first_name, last_name, role } = (kept ?? {}) as Partial<User>
  const isWhole = [_id, first_name, last_name].every((one) => typeof one === 'string')
  return isWhole && role === 'user' ? (kept as User) : null
}

export const forgetStudent = () => tryStorage(() => localStorage.removeItem(inUseKey))
