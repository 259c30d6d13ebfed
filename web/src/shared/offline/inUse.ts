// Whether this device is set up for practice without internet, and for whom: one small record, read
// before anything else. Nobody else pays for the code that follows. Logging out removes it.
import { tryStorage } from '@/shared/device/tryStorage'

export const inUseKey = 'sabi.offline'

/** First part of the ids of tests of this device (testIds.ts), which stand in addresses. */
export const devicePrefix = 'offline-'

/** Whether an attempt or a result is one of this device. */
export const isOfDevice = (id: string) => id.startsWith(devicePrefix)

/** Whether a student who was logged in here has stored the app or questions. */
export const isInUse = () => tryStorage(() => localStorage.getItem(inUseKey)) != null
