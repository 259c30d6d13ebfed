// Something long under its name, which a tap shows and hides; who shows it says when it is open.
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
  /** Whether it was opened or closed by hand. */
  kept?: boolean | null
  children: ReactNode
}
