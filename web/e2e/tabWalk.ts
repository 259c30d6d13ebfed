// A screen by the keyboard: Tab reaches all that can be used, says what it is, and shows where it
// is, and leaves again.
import type { CDPSession, Page } from '@playwright/test'

type Walk = {
  all: HTMLElement[]
  still: HTMLStyleElement
  reached: Set<HTMLElement>
  unseen: Set<HTMLElement>
  over: boolean
  follow: (event: FocusEvent) => void
}

declare global {
  interface Window {
    /** The walk under way. */
    sabiTabs?: Walk
  }
}

/** More than any screen has. */
const MOST = 600

/** The problems for users who only have a keyboard. */
export async function keyboardFaults(page: Page) {
  // It stays until the page is closed: some browsers end an emulated offline with it.
  const session = await page.context().newCDPSession(page)
  const all = await page.evaluate(begin)
  // A frame has the focus later than it is given to it, and a Tab that comes meanwhile goes astray.
  const count = page.frames().length > 1 ? 1 : all
  for (let pressed = 0; pressed < MOST; pressed += count) {
    await Promise.all(Array.from({ length: count }, () => tab(session)))
    if (await page.evaluate(() => window.sabiTabs?.over)) break
  }
  return [...(await page.evaluate(end)), ...(await nameless(session))].map(
    (fault) => `by keyboard: ${fault}`,
  )
}

/** Sends a Tab without waiting for what comes of it. */
function tab(session: CDPSession) {
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
  return Promise.all([
    session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
  ])
}

/** In the page: keeps how all that can be used looks without the focus, and follows the focus. */
function begin() {
  const usable =
    'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]'
  const all = [...document.querySelectorAll<HTMLElement>(usable)].filter(
    (one) =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
      !('disabled' in one && one.disabled) &&
      !one.closest('[inert], [aria-hidden=true]') &&
      // The content of an editor counts as text, its links too.
      !one.parentElement?.closest('[contenteditable=true]') &&
      !('type' in one && one.type === 'hidden'),
  )
  /** The look of an element with its surroundings: rings are drawn on labels and frames too. */
  const looks = (one: HTMLElement) =>
    [
      one,
      one.parentElement,
      one.parentElement?.parentElement,
      one.closest('label'),
      one.nextElementSibling,
      one.previousElementSibling,
    ]
      .filter((box) => box instanceof Element)
      .map((box) => {
        const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } =
          getComputedStyle(box)
        const outline = outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth}`
        return [outline, boxShadow, borderColor, backgroundColor].join()
      })
      .join('\n')
  const focused = document.activeElement as HTMLElement | null
  focused?.blur()
  const still = document.createElement('style')
  still.textContent = '* { transition: none !important }'
  document.head.append(still)
  const before = new Map(all.map((one) => [one, looks(one)]))
  const follow = ({ target: focused }: FocusEvent) => {
    const target = focused as HTMLElement
    // An editor takes the focus back from what is written in it.
    const inEditor = target.closest?.('[contenteditable=true]')
    if (walk.reached.has(target) && !inEditor) walk.over = true
    walk.reached.add(target)
    if (before.has(target) && before.get(target) === looks(target)) walk.unseen.add(target)
  }
  const walk: Walk = {
    all,
    still,
    reached: new Set(),
    unseen: new Set(),
    over: false,
    follow,
  }
  document.addEventListener('focusin', follow)
  window.sabiTabs = walk
  // From the top of the page on.
  getSelection()?.removeAllRanges()
  const start = document.createElement('span')
  start.tabIndex = -1
  document.body.prepend(start)
  start.focus()
  start.remove()
  walk.reached.clear()
  return all.length + 3
}

/** In the page: what was not reached, or not seen to be. */
function end() {
  const walk = window.sabiTabs
  if (!walk) throw new Error('no walk is under way')
  const { all, still, reached, unseen, follow, over } = walk
  document.removeEventListener('focusin', follow)
  still.remove()
  delete window.sabiTabs
  const focused = document.activeElement as HTMLElement | null
  focused?.blur()
  const told = (one: HTMLElement) => one.outerHTML.slice(0, 200)
  // In these groups, the arrow keys go from one to the next.
  const together = '[role=tablist], [role=radiogroup], [role=toolbar], [role=listbox], [role=menu]'
  const byArrows = (one: HTMLElement) => {
    const group = one.closest(together)
    if (group && [...reached].some((other) => group.contains(other))) return true
    // A shortcut of its field leads into it.
    if (group?.matches('[role=toolbar][aria-keyshortcuts]')) return true
    const { type, name } = one as HTMLInputElement
    return (
      type === 'radio' && [...reached].some((other) => (other as HTMLInputElement).name === name)
    )
  }
  const missed = all.filter(
    (one) =>
      one.isConnected &&
      !reached.has(one) &&
      !byArrows(one) &&
      // The page moves the focus to these itself, as to a heading.
      !(one.tabIndex < 0 && one.matches('[tabindex]:not(a, button, input, select, textarea)')),
  )
  return [
    ...(over ? [] : ['Tab does not come round']),
    ...missed.map((one) => `Tab does not reach ${told(one)}`),
    ...[...unseen].map((one) => `the focus is not seen on ${told(one)}`),
  ]
}

/** An element that takes the focus and has no name. */
async function nameless(session: CDPSession) {
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const faults = []
  for (const { ignored, role, name, properties = [], backendDOMNodeId } of nodes) {
    const focusable = properties.some(({ name, value }) => name === 'focusable' && value.value)
    if (ignored || !focusable || name?.value || ['RootWebArea', 'Iframe'].includes(role?.value))
      continue
    const { object } = await session.send('DOM.resolveNode', { backendNodeId: backendDOMNodeId })
    const { result } = await session.send('Runtime.callFunctionOn', {
      objectId: object.objectId,
      functionDeclaration:
        'function () { return this.tabIndex < 0 ? "" : this.outerHTML?.slice(0, 200) }',
      returnByValue: true,
    })
    if (result.value) faults.push(`no name: ${role?.value} ${result.value}`)
  }
  return faults
}
