// Sets the maths of texts and lets scroll what is too wide, for many texts at once: a list of
// questions has dozens, and what is done to each by itself would cost a layout each time.
import styles from './RichText.module.css'

/** Milliseconds in which maths is set before the browser may do what waits. */
const SLICE = 10

const waiting: HTMLElement[] = []
let spent = 0
let resting = false

type Render = (element: HTMLElement) => void
let render: Render | undefined

/** Sets the formulas in a text. */
export async function typeset(element: HTMLElement): Promise<void> {
  if (!render) {
    try {
      render = (await import('./maths')).render
    } catch {
      // Offline before KaTeX ever came: the source stays readable, the next text tries again, which
      // some browsers refuse until the page is loaded anew.
      return
    }
  }
  waiting.push(element)
  if (spent < SLICE) setWaiting(render)
}

/** Once KaTeX is there the first texts are set before they are painted, so that nothing jumps. */
function setWaiting(render: Render): void {
  while (spent < SLICE) {
    const element = waiting.shift()
    if (element === undefined) break
    const begun = performance.now()
    if (element.isConnected) render(element)
    spent += performance.now() - begun
    fitLater(element)
  }
  if (resting) return
  resting = true
  setTimeout(() => {
    resting = false
    spent = 0
    if (waiting.length > 0) setWaiting(render)
  })
}

const changed = new Set<HTMLElement>()

/**
 * Before the next paint, lets scroll by itself what is too wide to be seen whole, by keyboard as
 * well: a table, a formula on its own, or else the text that holds what cannot be broken.
 */
export function fitLater(text: HTMLElement): void {
  if (changed.size === 0) requestAnimationFrame(fitChanged)
  changed.add(text)
}

/** All are measured before any is changed: they need one layout together. */
function fitChanged(): void {
  const texts = [...changed].filter(({ isConnected }) => isConnected)
  changed.clear()
  const parts = texts.flatMap((text) => [
    ...text.querySelectorAll<HTMLElement>('table, .katex-display'),
  ])
  const measured = (elements: HTMLElement[]) =>
    elements.map((element) => ({ element, wide: element.scrollWidth > element.clientWidth }))
  const all = { texts: measured(texts), parts: measured(parts) }
  for (const { element, wide } of all.texts) element.classList.toggle(styles.wide ?? '', wide)
  for (const { element, wide } of [...all.parts, ...all.texts]) {
    if (wide) element.tabIndex = 0
    else element.removeAttribute('tabindex')
  }
}

/** Has a text fitted whenever it has another width. Gives the way to stop. */
export function keepFitted(text: HTMLElement): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) changed.add(target as HTMLElement)
    fitChanged()
  })
  observer.observe(text)
  return () => observer?.unobserve(text)
}
let observer: ResizeObserver | undefined
