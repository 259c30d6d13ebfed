// A text field for the visitors' pages, which have none other: the kit's would weigh more there
// than all of their words.
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import styles from './PlainField.module.css'

export function PlainField({ label, error, lines, beside, ...rest }: PlainFieldProps) {
  const id = useId()
  const shared = {
    ...rest,
    id,
    className: styles.input,
    // Every field of these pages has to be filled in.
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
  /** Takes several lines of text, and shows so many. */
  lines?: number
  /** A button on the same line. */
  beside?: ReactNode
}
