// KaTeX and its styles, in a chunk of their own.
import 'katex/dist/katex.min.css'
import renderMathInElement from 'katex/contrib/auto-render'

export function render(element: HTMLElement): void {
  setWordsApart(element)
  renderMathInElement(element, {
    ignoredClasses: [word],
    delimiters: [
      { left: '\\(', right: '\\)', display: false },
      { left: '$$', right: '$$', display: true },
    ],
    // A formula with an error is shown as its source, in red; the rest of the text is not affected.
    throwOnError: false,
    // Unicode in formulas (₦, ×) is allowed.
    strict: 'ignore',
  })
  // They run from left to right, and decide nothing of the text around them.
  for (const formula of element.querySelectorAll('.katex')) formula.setAttribute('dir', 'ltr')
}

/** The class of text that looks like a delimiter but is a word. */
const word = 'no-maths'

/** Formulas, and words that look like delimiters. */
const delimited = /\\\(.*?\\\)|\${3,}|\$\$.*?\$\$/gs

/** Three or more dollar signs are a word (A$$$AP): they must not open or close a formula. */
function setWordsApart(element: HTMLElement): void {
  if (!element.textContent?.includes('$$$')) return
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode()) found.push(texts.currentNode as Text)
  for (const text of found) {
    const parts: (string | Node)[] = []
    let from = 0
    for (const match of text.data.matchAll(delimited)) {
      if (!match[0].startsWith('$$$')) continue
      const apart = document.createElement('span')
      apart.className = word
      apart.textContent = match[0]
      parts.push(text.data.slice(from, match.index), apart)
      from = match.index + match[0].length
    }
    if (parts.length > 0) text.replaceWith(...parts, text.data.slice(from))
  }
}

/** Renders formulas invisibly until the fonts that they need are loaded. */
export async function fetchFonts(formulas: Iterable<string>): Promise<void> {
  const place = document.createElement('div')
  place.style.cssText = 'left: 0; position: fixed; top: -999px; visibility: hidden'
  place.inert = true
  document.body.append(place)
  for (const formula of formulas) {
    place.textContent = formula
    render(place)
    // The browser loads a font only when text that uses it is laid out.
    void place.offsetWidth
    await document.fonts.ready
    await new Promise((on) => setTimeout(on))
  }
  place.remove()
}
