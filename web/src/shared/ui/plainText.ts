// Rich text as one line of plain text: no markup, blocks separated by spaces. Formulas stay as
// source.
export function plainText(html: string): string {
  const spaced = html.replace(/<(?=\/?(?:br|p|div|li|tr|td|th|h\d|blockquote)\b)/gi, ' <')
  const text = new DOMParser().parseFromString(spaced, 'text/html').body.textContent ?? ''
  return text.replace(/\s+/g, ' ').trim()
}
