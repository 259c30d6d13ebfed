// A checkbox with its label, made of the browser's own: Mantine's would cost phones more data.
import type { ChangeEventHandler, CSSProperties, ReactNode } from 'react'
import styles from './parts.module.css'

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
  /** Whether only some of the things that it stands for are ticked. */
  indeterminate?: boolean
  required?: boolean
  onChange: ChangeEventHandler<HTMLInputElement>
  /** Where the visible label alone is not enough. */
  'aria-label'?: string
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
  style?: CSSProperties
}
