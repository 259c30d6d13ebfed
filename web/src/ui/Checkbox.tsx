// A checkbox with its words: the browser's own, because pages that a phone loads pay for more.
import type { ChangeEventHandler, CSSProperties, ReactNode } from 'react'
import styles from './Checkbox.module.css'

export function Checkbox({ label, indeterminate = false, style, ...input }: CheckboxProps) {
  return (
    <label className={styles.checkbox} style={style}>
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

interface CheckboxProps {
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
