// A text field for the public pages, which have no other fields: Mantine's would be larger than all
// of their text.
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import styles from './PlainField.module.css'

export function PlainField({ label, error, lines, beside, ...rest }: PlainFieldProps) {
  const id = useId()
  const shared = {
    ...rest,
    id,
    className: styles.input,
    // Every field of these pages is required.
    'aria-required': true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.line}>
        {lines ? (
          <textarea {...(shared as ComponentPropsWithRef<'textarea'>)} rows={lines} />
        ) : (
          <input {...shared} />
        )}
        {beside}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

interface PlainFieldProps extends ComponentPropsWithRef<'input'> {
  label: string
  error?: ReactNode
  /** Number of lines; makes it a field for several lines of text. */
  lines?: number
  /** A button on the same line. */
  beside?: ReactNode
}
