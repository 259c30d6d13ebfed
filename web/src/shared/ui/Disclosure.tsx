// Long content under a heading that shows and hides it; the caller holds the open state.
import type { ReactNode } from 'react'
import styles from './Disclosure.module.css'

export function Disclosure({ name, open, onToggle, kept = null, children }: DisclosureProps) {
  return (
    <details className={styles.disclosure} open={open} data-kept={kept ?? undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary
        onClick={(event) => {
          event.preventDefault()
          onToggle()
        }}
      >
        {name}
      </summary>
      {children}
    </details>
  )
}

interface DisclosureProps {
  name: string
  open: boolean
  onToggle: () => void
  /** Opened (true) or closed (false) by the user; null if neither. */
  kept?: boolean | null
  children: ReactNode
}
