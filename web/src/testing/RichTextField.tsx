// In the place of the editor, whose own behaviour is a browser's: a box that holds a text.
import { useId } from 'react'
import type { RichTextFieldProps } from '@/shared/ui/RichTextField'

export function RichTextField({ label, value, onChange, error, required }: RichTextFieldProps) {
  const id = useId()
  return (
    <>
      <textarea
        aria-label={label}
        aria-required={required ?? false}
        aria-invalid={error ? true : undefined}
        aria-describedby={id}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <span id={id}>{error}</span>
    </>
  )
}
