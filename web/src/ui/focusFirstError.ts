import type { RefObject } from 'react'

/** Puts the cursor into the first input of a form that is wrong, once React has marked it. */
export function focusFirstError(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() =>
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
  )
}
