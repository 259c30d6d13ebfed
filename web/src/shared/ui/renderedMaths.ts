// Single formulas as elements, by KaTeX, which is loaded for the first one.
import { type Formula, storedFormula } from './formulas'

type Render = (element: HTMLElement) => void

/** KaTeX, once a formula was shown. */
let render: Render | undefined

export const isLoaded = () => render !== undefined

/** Loads KaTeX, once. Without a connection the source stays visible. */
export async function loadMaths(): Promise<boolean> {
  if (render) return true
  try {
    render = (await import('./maths')).render
    return true
  } catch {
    return false
  }
}

/** A formula, rendered; its source until KaTeX is loaded. */
export function rendered(formula: Pick<Formula, 'source' | 'display'>, className?: string) {
  const element = document.createElement('span')
  element.textContent = storedFormula(formula.source, formula.display)
  element.className = className ?? ''
  render?.(element)
  return element
}
