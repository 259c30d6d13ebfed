// Whether the browser offers to install Sabi as an app. It says so once, soon after the page has
// loaded, and keeps the offer until it is taken.

interface Offer extends Event {
  prompt: () => Promise<unknown>
}

let offer: Offer | null = null
const listeners = new Set<() => void>()

function set(next: Offer | null) {
  offer = next
  for (const listener of listeners) listener()
}

/** Listens for the offer from the start. Returns the way to stop. */
export function watchInstall(): () => void {
  const offered = (event: Event) => {
    // Ours to show, where it is looked for, instead of over the page.
    event.preventDefault()
    set(event as Offer)
  }
  const installed = () => set(null)
  window.addEventListener('beforeinstallprompt', offered)
  window.addEventListener('appinstalled', installed)
  return () => {
    window.removeEventListener('beforeinstallprompt', offered)
    window.removeEventListener('appinstalled', installed)
  }
}

/** For `useSyncExternalStore`, and the way to take the offer. */
export const installation = {
  isOffered: () => offer !== null,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  accept: () => {
    const taken = offer
    // The app is opened without a connection sooner or later.
    keepNow()
    // An offer asks once.
    set(null)
    void taken?.prompt()
  },
}

/** The page has loaded and is used: nothing waits for this. */
const AT_LEISURE = 4_000

/** Has the page kept, at leisure, that is shown where there is no connection. Returns the way to call it off. */
export function keepOfflinePage(): () => void {
  const timer = setTimeout(keepNow, AT_LEISURE)
  return () => clearTimeout(timer)
}

function keepNow() {
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
}
