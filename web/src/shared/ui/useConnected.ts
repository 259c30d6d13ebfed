// Whether the browser says that there is a network.
import { useSyncExternalStore } from 'react'

export const useConnected = () => useSyncExternalStore(subscribe, () => navigator.onLine)

function subscribe(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
