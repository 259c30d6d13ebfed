// The ids of tests that are taken without internet, which addresses carry in the place of an attempt's
// or a result's; and whether this device may hold some. Needs neither the database nor extra code.
import { tryStorage } from '@/shared/device/tryStorage'
import { devicePrefix } from './inUse'

/** Local-storage keys with this prefix survive a logout, as the tests do until they are handed in. */
export const testsPrefix = 'sabi.offlineTests.'

/** First part of the keys of queries that read the tests of this device. */
export const DEVICE_TESTS = 'device-tests'

export const deviceId = (id: string) => devicePrefix + id
/** The id by which the server knows it. */
export const wireId = (id: string) => id.slice(devicePrefix.length)

/** Whether there may be tests of the account on this device. */
export const mayHaveTests = (account: string) =>
  tryStorage(() => localStorage.getItem(testsPrefix + account) !== null) ?? false

export function noteTests(account: string, some: boolean): void {
  const key = testsPrefix + account
  tryStorage(() => (some ? localStorage.setItem(key, '1') : localStorage.removeItem(key)))
}
