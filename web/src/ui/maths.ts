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
