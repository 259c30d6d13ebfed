// Hands in the tests of this device where there may be some: when the app starts, when the network is
// back, and after a test; what cannot be sent is left to the service worker, where the browser has
// Background Sync. Small, so that those who have none pay nothing for the rest.
import { isAssumed } from '@/shared/session/state'
import { getSession, getUser, useSession } from '@/shared/session/useSession'
import { mayHaveTests } from './testIds'

/** Sends what waits, if somebody is logged in. A failure is tried again the next time. */
export async function sendTests(): Promise<void> {
  const user = getUser()
  if (!user || !mayHaveTests(user._id)) return
  // The server could not even say who is logged in.
  if (isAssumed(getSession())) return sendLater()
  try {
    const { error } = await (await import('./handIn')).handIn(user._id)
    if (error) await sendLater()
  } catch {
    // The code could not be loaded, or the device cannot be read now.
  }
}

/** Background Sync, which not every browser has. */
type Syncing = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } }

/** Has the service worker (public/sw.js) send once there is a network, also after this page is closed. */
async function sendLater(): Promise<void> {
  try {
    const worker: Syncing | undefined = await navigator.serviceWorker?.getRegistration('/')
    await worker?.sync?.register('hand-in')
  } catch {
    // Not allowed here: the next visit sends.
  }
}

/** Sends whenever there is reason to hope. Returns a function that stops it. */
export function watchTests(): () => void {
  const send = () => void sendTests()
  let known = [getUser(), isAssumed(getSession())]
  const stop = useSession.subscribe(({ session }) => {
    const now = [getUser(), isAssumed(session)]
    const isNews = now.some((part, i) => part !== known[i])
    known = now
    if (isNews) send()
  })
  // The service worker has handed in some.
  const hear = ({ data }: MessageEvent<unknown>) => data === 'handed-in' && send()
  const worker = navigator.serviceWorker
  window.addEventListener('online', send)
  worker?.addEventListener('message', hear)
  send()
  return () => {
    stop()
    window.removeEventListener('online', send)
    worker?.removeEventListener('message', hear)
  }
}
