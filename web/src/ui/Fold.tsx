// Something long under its name, which a tap shows and hides; who shows it says when it is open.
import type { ReactNode } from 'react'
import styles from './Fold.module.css'

export function Fold({ name, open, onToggle, kept = null, children }: FoldProps) {
  return (
    <details className={styles.fold} open={open} data-kept={kept ?? undefined}>
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

interface FoldProps {
  name: string
  open: boolean
  onToggle: () => void
  /** Whether it was opened or closed by hand. */
  kept?: boolean | null
  children: ReactNode
}
