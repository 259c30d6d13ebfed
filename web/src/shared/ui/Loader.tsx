// The loading indicator of the whole app.
import { common } from '@/shared/i18n/common'
import { uiTexts } from './messages'
import styles from './states.module.css'

export function Loader({ label = common.loading, tall = true }: LoaderProps) {
  return (
    <div
      className={styles.loader}
      data-loader
      data-tall={tall || undefined}
      role="status"
      aria-live="polite"
    >
      <span className={styles.ring} aria-hidden />
      {label}
      {tall && <span className={styles.slow}>{uiTexts.slow}</span>}
    </div>
  )
}

interface LoaderProps {
  label?: string
  /** Whether it takes the height of a screen rather than of a line. */
  tall?: boolean
}
