// The single-letter shortcuts of a list. They move the focus among its rows and press the elements
// in them, so that everything that works with the mouse works with keys, and screen readers follow.
import { useLayoutEffect, useRef } from 'react'
import { useDeviceSetting } from '@/shared/device/settings'
import { mainId } from '@/shared/ui/focus'

type ListKey =
  | 'next'
  | 'previous'
  | 'edit'
  | 'choose'
  | 'delete'
  | 'search'
  | 'nextPage'
  | 'previousPage'
  | 'add'
  | 'before'
  | 'after'

/** The effect of each key, by its name in the event. */
export const listKeys: Record<string, ListKey> = {
  j: 'next',
  k: 'previous',
  e: 'edit',
  x: 'choose',
  Delete: 'delete',
  '/': 'search',
  n: 'nextPage',
  p: 'previousPage',
  a: 'add',
  '[': 'before',
  ']': 'after',
}

/** Whether the key is free: nothing is being typed, and no dialog is open. */
export function isFree({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent) {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return false
  if (document.querySelector('[role="dialog"]')) return false
  const element = target instanceof HTMLElement ? target : null
  if (element?.isContentEditable) return false
  const typed = element?.closest('input, textarea, select, [role="textbox"], [role="listbox"]')
  return !typed || (typed instanceof HTMLInputElement && /^(checkbox|radio)$/.test(typed.type))
}

/** Executes a shortcut, if there is an element for it. */
export function press(key: ListKey): boolean {
  switch (key) {
    case 'next':
      return move(1)
    case 'previous':
      return move(-1)
    case 'edit':
    case 'delete':
      return click(rowAt(document.activeElement)?.querySelector(`[data-do="${key}"]`))
    case 'choose':
      return click(rowAt(document.activeElement)?.querySelector('[data-box] input'))
    case 'search':
      return focus(main()?.querySelector('input[type="search"]'))
    default:
      return click(main()?.querySelector(`[data-do="${key}"]`))
  }
}

/**
 * Presses the form's save button, also from inside its fields, but not while a dialog is open or in
 * a hidden tab.
 */
export function pressSave({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (!(ctrlKey || metaKey) || altKey || shiftKey) return false
  if (key !== 's' && key !== 'Enter') return false
  if (document.querySelector('[role="dialog"]')) return false
  return click(main()?.querySelector('[data-do="save"]:not([inert] *)'))
}

const main = () => document.getElementById(mainId)
const rowAt = (element: Element | null) => element?.closest<HTMLElement>('tbody tr') ?? null

/** The element of a row that gets the focus: the link to its record, or the first focusable one. */
const heart = (row: Element) =>
  row.querySelector<HTMLElement>('[data-main] a, [data-main] button') ??
  row.querySelector<HTMLElement>('a, button:not(:disabled)')

/** The row that had the focus last, for returning to it. */
let last: { address: string; index: number } | null = null

const address = () => window.location.pathname + window.location.search

function move(by: 1 | -1): boolean {
  const here = rowAt(document.activeElement)
  const table = here?.closest('table') ?? main()?.querySelector('table:has(tbody [data-main])')
  const rows = [...(table?.querySelectorAll('tbody tr') ?? [])].filter((row) => heart(row))
  const known = last?.address === address() ? last.index : 0
  const index = here ? rows.indexOf(here) + by : Math.min(known, rows.length - 1)
  const row = rows[index]
  if (!row) return false
  last = { address: address(), index }
  row.scrollIntoView({ block: 'nearest' })
  return focus(heart(row))
}

function click(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false
  element.click()
  return true
}

function focus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false
  element.focus()
  return true
}

// Single keys for what can be done on the page.

/** Whether single keys are shortcuts. */
export const useSingleKeysSetting = () => useDeviceSetting('sabi.single-keys', true)

/** The key's name; a letter is the same with Shift or Caps Lock. */
export const keyOf = ({ key }: KeyboardEvent) => (key.length === 1 ? key.toLowerCase() : key)

/** Whether a key is pressed alone, for the keys of a dialog without fields. */
export const isAlone = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !(ctrlKey || metaKey || altKey)

/** What each key does; null while it cannot be done. A dialog that has keys passes `isAlone`. */
export function useSingleKeys(
  keys: Record<string, (() => void) | null>,
  isAllowed: (event: KeyboardEvent) => boolean = isFree,
) {
  const [single] = useSingleKeysSetting()
  const latest = useRef(keys)
  latest.current = keys
  // From the first paint on: an effect after it would miss a key that is pressed at once.
  useLayoutEffect(() => {
    if (!single) return
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || !isAllowed(event)) return
      const act = latest.current[keyOf(event)]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [single, isAllowed])
}
