// The browser's side of the daily reminder: whether it can show one, and its push subscription.

/** Why this browser gets no reminders. */
export type NoPush = 'insecure' | 'install' | 'missing' | 'blocked'

/** Null where reminders can be turned on. */
export function whyNoPush(): NoPush | null {
  if (!window.isSecureContext) return 'insecure'
  if (!('PushManager' in window && 'Notification' in window && navigator.serviceWorker)) {
    // On iPhones only apps on the home screen have notifications.
    return 'standalone' in navigator && !navigator.standalone ? 'install' : 'missing'
  }
  return Notification.permission === 'denied' ? 'blocked' : null
}

/** This browser's subscription, if it has one. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration('/')
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/**
 * Subscribes this browser, after asking the user. `known` are the addresses that the server has; a
 * subscription that it lacks was made with another key. Null where the user or the browser refuses.
 */
export async function subscribePush(
  publicKey: string,
  known: readonly string[],
): Promise<PushSubscription | null> {
  try {
    if ((await Notification.requestPermission()) !== 'granted') return null
    await navigator.serviceWorker.register('/sw.js')
    const { pushManager } = await navigator.serviceWorker.ready
    const old = await pushManager.getSubscription()
    if (old && known.includes(old.endpoint)) return old
    await old?.unsubscribe()
    return await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    })
  } catch {
    return null
  }
}

/** Ends this browser's subscription, as far as the browser lets us. */
export async function unsubscribePush(): Promise<void> {
  try {
    await (await pushSubscription())?.unsubscribe()
  } catch {
    // The push service drops it once a message does not arrive.
  }
}
