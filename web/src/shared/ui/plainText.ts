// Rich text as one line of plain text: no markup, blocks separated by spaces. Formulas stay as
// source.
export function plainText(html: string): string {
  const found = known.get(html)
  if (found !== undefined) return found
  const text = /[<&]/.test(html) ? withoutMarkup(html) : html
  if (known.size >= MOST) known.clear()
  const line = text.replace(/\s+/g, ' ').trim()
  known.set(html, line)
  return line
}

/** A list asks for the text of each row several times, and parsing makes a document each time. */
const known = new Map<string, string>()
const MOST = 500

function withoutMarkup(html: string): string {
  const spaced = html.replace(/<(?=\/?(?:br|p|div|li|tr|td|th|h\d|blockquote)\b)/gi, ' <')
  return new DOMParser().parseFromString(spaced, 'text/html').body.textContent ?? ''
}
