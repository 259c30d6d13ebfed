import type { RefObject } from 'react'

/** Focuses the first invalid input of a form, once React has marked it. */
export function focusFirstError(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() =>
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
  )
}
