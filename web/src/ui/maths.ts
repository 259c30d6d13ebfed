// KaTeX and its styles, as a chunk of their own.
import 'katex/dist/katex.min.css'
import renderMathInElement from 'katex/contrib/auto-render'

export function render(element: HTMLElement): void {
  renderMathInElement(element, {
    delimiters: [
      { left: '\\(', right: '\\)', display: false },
      { left: '$$', right: '$$', display: true },
    ],
    // A formula with a mistake is shown as its source, in red; the rest of the text stands.
    throwOnError: false,
    // Unicode in formulas (₦, ×) is welcome here.
    strict: 'ignore',
  })
}

/** Sets formulas where nobody sees them, until the fonts that they need have come. */
export async function fetchFonts(formulas: Iterable<string>): Promise<void> {
  const place = document.createElement('div')
  place.style.cssText = 'left: 0; position: fixed; top: -999px; visibility: hidden'
  place.inert = true
  document.body.append(place)
  for (const formula of formulas) {
    place.textContent = formula
    render(place)
    // Fonts are asked for by what is laid out.
    void place.offsetWidth
    await document.fonts.ready
    await new Promise((on) => setTimeout(on))
  }
  place.remove()
}
