// Says that there is no connection, for as long as there is none.
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { messages } from './messages'
import styles from './OfflineNotice.module.css'

export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    // Always rendered, so that a screen reader announces its content when it appears.
    <div role="status">
      {!online && (
        <div className={styles.notice}>
          <WifiOff size={18} aria-hidden />
          {messages.kit.noConnection}
        </div>
      )}
    </div>
  )
}

function subscribe(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
