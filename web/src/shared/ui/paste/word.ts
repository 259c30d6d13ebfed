// Converts what Word puts on the clipboard to plain HTML: its equations, and its lists, which are
// paragraphs there.

/** Uncovers what Word hides in conditional comments, and removes what is for older programs. */
export const uncommented = (html: string) =>
  html
    // An equation is inside a comment, with a picture of it beside the comment.
    .replace(/<!--\[if gte msEquation \d+\]>([\s\S]*?)<!\[endif\]-->/gi, (_, equation: string) =>
      // An HTML parser does not know that these elements are closed.
      equation.replace(/<(m:\w+)((?:\s[^<>]*)?)\/>/gi, '<$1$2></$1>'),
    )
    .replace(/<!(?:--)?\[if !msEquation\](?:--)?>[\s\S]*?<!(?:--)?\[endif\](?:--)?>/gi, '')
    // The number or the bullet of a list, as characters.
    .replace(
      /<!(?:--)?\[if !supportLists\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>/gi,
      '<span data-marker>$1</span>',
    )

interface Item {
  paragraph: HTMLElement
  level: number
  /** `1.`, `b)`, `•`. */
  marker: string
}

/** Converts the paragraphs that Word has marked as list items to lists. */
export function listsOf(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll<HTMLElement>('[style*="mso-list"]')) {
    const first = itemOf(paragraph)
    if (!first || !paragraph.isConnected || paragraph.closest('li')) continue
    const items = [first]
    for (let next = paragraph.nextElementSibling; next; next = next.nextElementSibling) {
      const item = itemOf(next)
      if (!item) break
      items.push(item)
    }
    paragraph.before(listOf(items, first.level))
    for (const item of items) item.paragraph.remove()
  }
  for (const marker of body.querySelectorAll('[data-marker]')) marker.remove()
}

function itemOf(element: Element): Item | null {
  const style = element.getAttribute('style') ?? ''
  const level = /mso-list:[^;]*\blevel(\d+)/i.exec(style)?.[1]
  if (level === undefined) return null
  const marker = element.querySelector('[data-marker], [style*="mso-list:Ignore"]')
  return {
    paragraph: element as HTMLElement,
    level: Number(level),
    marker: (marker?.textContent ?? '').trim(),
  }
}

/**
 * A list of the items from this level on; deeper items become a list inside the item before them.
 */
function listOf(items: Item[], level: number): HTMLElement {
  const document = items[0]?.paragraph.ownerDocument ?? window.document
  const list = document.createElement(isNumbered(items[0]?.marker ?? '') ? 'ol' : 'ul')
  const start = Number.parseInt(items[0]?.marker ?? '', 10)
  if (list.tagName === 'OL' && start > 1) list.setAttribute('start', String(start))
  for (let i = 0; i < items.length; ) {
    const item = items[i] as Item
    const deeper = items.slice(i + 1)
    const end = deeper.findIndex((one) => one.level <= level)
    const below = end < 0 ? deeper : deeper.slice(0, end)
    const entry = document.createElement('li')
    const text = document.createElement('p')
    item.paragraph.querySelector('[data-marker], [style*="mso-list:Ignore"]')?.remove()
    text.append(...item.paragraph.childNodes)
    entry.append(text)
    if (below[0]) entry.append(listOf(below, below[0].level))
    list.append(entry)
    i += 1 + below.length
  }
  return list
}

/** Whether it is numbered (`1.`, `a)`, `(iv)`); a letter alone is a bullet from a symbol font. */
const isNumbered = (marker: string) => /^\(?(\d+|[a-z]{1,4})[.)]/i.test(marker)
