// Says that there is no connection, for as long as there is none.
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { uiTexts } from './messages'
import styles from './states.module.css'

export function OfflineNotice({ instead }: OfflineNoticeProps) {
  const online = useConnected()
  return (
    // Always rendered, so that a screen reader announces its content when it appears.
    <div role="status">
      {(!online || instead) && (
        <div className={styles.notice}>
          <WifiOff size={18} aria-hidden />
          {instead || uiTexts.noConnection}
        </div>
      )}
    </div>
  )
}

interface OfflineNoticeProps {
  /** Shown in place of the usual text, whatever the browser says of the network. */
  instead?: string | false | undefined
}

export const useConnected = () => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Whether the browser says that there is a network. */
function subscribe(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
