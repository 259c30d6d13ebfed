// Puts the cursor into the first input that is wrong, once React has marked it.
export function focusFirstError(): void {
  requestAnimationFrame(() => focusIn(document, 'form [aria-invalid="true"]'))
}

/** The same within one form: others on the page may have wrong inputs too. */
export function focusFirstErrorIn(form: HTMLElement | null): void {
  if (form) requestAnimationFrame(() => focusIn(form, '[aria-invalid="true"]'))
}

const focusIn = (root: ParentNode, selector: string) =>
  root.querySelector<HTMLElement>(selector)?.focus()
