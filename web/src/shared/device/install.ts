// Whether the browser offers to install Sabi as an app. The browser says so once, soon after the
// page has loaded; the offer is kept until it is used.

interface Offer extends Event {
  prompt: () => Promise<unknown>
}

let offer: Offer | null = null
const listeners = new Set<() => void>()

function set(next: Offer | null) {
  offer = next
  for (const listener of listeners) listener()
}

/** Listens for the browser's offer from the start. Returns a function that stops listening. */
export function watchInstall(): () => void {
  const offered = (event: Event) => {
    // We show the offer ourselves in the footer, instead of the browser over the page.
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

/** For `useSyncExternalStore`, and the function that uses the offer. */
export const installation = {
  isOffered: () => offer !== null,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  accept: () => {
    const taken = offer
    // An installed app will be opened without a connection sooner or later.
    keepNow()
    // An offer can be used only once.
    set(null)
    void taken?.prompt()
  },
}

/** Milliseconds after loading; nothing depends on this. */
const AT_LEISURE = 4_000

/**
 * Stores the page that is shown without a connection, some seconds after loading. Returns a
 * function that cancels it.
 */
export function keepOfflinePage(): () => void {
  const timer = setTimeout(keepNow, AT_LEISURE)
  return () => clearTimeout(timer)
}

function keepNow() {
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
}
