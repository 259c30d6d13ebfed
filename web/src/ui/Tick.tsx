// A checkbox with its words: the browser's own, because pages that a phone loads pay for more.
import type { ChangeEventHandler, CSSProperties, ReactNode } from 'react'
import styles from './Tick.module.css'

export function Tick({ label, indeterminate = false, style, ...input }: TickProps) {
  return (
    <label className={styles.tick} style={style}>
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = indeterminate
        }}
        {...input}
      />
      <span>{label}</span>
    </label>
  )
}

interface TickProps {
  label: ReactNode
  checked: boolean
  /** Some of what it stands for is ticked. */
  indeterminate?: boolean
  onChange: ChangeEventHandler<HTMLInputElement>
  /** Where the words alone do not say of what. */
  'aria-label'?: string
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
  style?: CSSProperties
}
