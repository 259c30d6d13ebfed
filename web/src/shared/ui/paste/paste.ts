// Converts what is pasted into the editor: formulas become our formulas, paragraphs that Word marks
// as a list become a list, and each picture gets an id and is uploaded.
import { mathmlToTex, nameOf, ommlToTex } from './equations'

/** A picture of a pasted text. */
interface PastedPicture {
  /** Its `uploadid` in the HTML. */
  id: string
  /** Its file if the clipboard holds it, its address at another host, or null. */
  from: File | string | null
  /** Object URL that shows the file until it is uploaded, for the caller to revoke; null without a file. */
  preview: string | null
}

interface Pasted {
  html: string
  pictures: PastedPicture[]
  /** How many of each kind could not be converted. */
  lost: Lost
}

export interface Lost {
  formulas: number
  /** Drawings, videos, frames and the like. */
  objects: number
}

/** The most pictures that one paste may bring. */
const MOST_PICTURES = 100

const objects = 'svg, canvas, video, audio, iframe, object, embed, v\\:textbox'

/** Reads the clipboard; null if the editor can take it unchanged. */
export function readPaste(clipboard: Clipboard): Pasted | null {
  const text = clipboard.getData('text/plain')
  // Word can be set to copy an equation as MathML in plain text.
  const html = /^\s*(<\?xml[^>]*>\s*)?<(\w+:)?math[\s>]/i.test(text)
    ? text.replace(/<(\/?)(?:\w+:)(\w+)/g, '<$1$2').replace(/<(\w+)([^<>]*)\/>/g, '<$1$2></$1>')
    : clipboard.getData('text/html')
  if (
    !/<(img|math|svg|canvas|video|audio|iframe|object|embed)\b|class="?katex|mso-|msEquation/i.test(
      html,
    )
  ) {
    return null
  }
  const { body } = new DOMParser().parseFromString(uncommented(html), 'text/html')
  const lost: Lost = { formulas: formulasOf(body), objects: 0 }
  listsOf(body)
  for (const one of body.querySelectorAll(objects)) {
    lost.objects += 1
    one.remove()
  }
  const pictures = picturesOf(body, clipboard)
  return { html: body.innerHTML, pictures, lost }
}

type Clipboard = Pick<DataTransfer, 'getData' | 'files'>

/** Converts formulas to our delimiters; returns how many could not be read. Their text stays. */
function formulasOf(body: HTMLElement): number {
  let lost = 0
  const put = (element: Element, read: () => string, display: boolean) => {
    // Beside a formula there may be a picture or letters of it, for older browsers.
    const whole =
      element.closest('.katex-display, .katex, mjx-container, .mwe-math-element') ?? element
    try {
      const tex = read()
      if (tex === '') return whole.remove()
      whole.replaceWith(display ? `$$${tex}$$` : `\\(${tex}\\)`)
    } catch {
      lost += 1
      whole.replaceWith(element.textContent ?? '')
    }
  }
  const named = (name: string) =>
    [...body.querySelectorAll('*')].filter((one) => nameOf(one) === name)
  for (const paragraph of named('omathpara')) {
    for (const one of [...paragraph.querySelectorAll('*')]) {
      if (nameOf(one) === 'omath') put(one, () => ommlToTex(one), true)
    }
  }
  for (const one of named('omath')) put(one, () => ommlToTex(one), false)
  for (const one of named('math')) {
    const isBlock =
      one.getAttribute('display') === 'block' || one.closest('.katex-display') !== null
    if (one.isConnected) put(one, () => mathmlToTex(one), isBlock)
  }
  return lost
}

let pasted = 0
const nextId = () => {
  pasted += 1
  return `pasted-${pasted}`
}

/** Gives each picture an id that stands for it in the editor until its file is uploaded. */
function picturesOf(body: HTMLElement, clipboard: Clipboard): PastedPicture[] {
  // In the editor a picture is a block: the paragraph around it would be left empty.
  for (const paragraph of body.querySelectorAll('p:has(img)')) {
    if (paragraph.textContent?.trim() === '') {
      paragraph.replaceWith(...paragraph.querySelectorAll('img'))
    }
  }
  const images = [...body.querySelectorAll('img')]
  for (const image of images.splice(MOST_PICTURES)) image.remove()
  const waiting = images.filter((image) => !isOurs(image.getAttribute('src') ?? ''))
  const unreadable = waiting.filter((image) => !/^(https?|data):/i.test(image.src))
  // Word's HTML names local files; the pictures are in the RTF, or are the clipboard's only file.
  const rtf = unreadable.length > 0 ? picturesOfRtf(clipboard.getData('text/rtf')) : []
  const files = rtf.length > 0 ? rtf : [...clipboard.files].filter(isImage)
  return waiting.map((image) => {
    const id = nextId()
    const at = unreadable.indexOf(image)
    const source = image.getAttribute('src') ?? ''
    const file = at >= 0 && files.length === unreadable.length ? (files[at] ?? null) : null
    const from = at >= 0 ? file : /^data:/i.test(source) ? fileOf(source) : source
    image.setAttribute('uploadid', id)
    image.setAttribute('uploading', 'true')
    const preview = from instanceof File ? URL.createObjectURL(from) : null
    image.setAttribute('src', preview ?? '')
    return { id, from, preview }
  })
}

const isImage = ({ type }: File) => type.startsWith('image/')

/** Whether the picture is already stored by Sabi. */
const isOurs = (address: string) =>
  /^\/uploads\/[\w.-]+(\?|$)/.test(address.replace(window.location.origin, ''))

/** The file in a `data:` address; null if it is damaged. */
function fileOf(address: string): File | null {
  const [, type = '', encoding, data = ''] =
    /^data:(image\/[\w.+-]+)?([^,]*),([\s\S]*)$/i.exec(address) ?? []
  try {
    const text = /;base64/i.test(encoding ?? '') ? atob(data) : decodeURIComponent(data)
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0))
    return type ? new File([bytes], 'picture', { type }) : null
  } catch {
    return null
  }
}

// Reads pictures from the RTF that Word puts on the clipboard beside its HTML, whose picture files
// no browser may read.

/** The PNG and JPEG pictures, in order. */
function picturesOfRtf(rtf: string): File[] {
  const files: File[] = []
  for (const { 1: kind, index } of rtf.matchAll(/\\(png|jpeg)blip\b/g)) {
    const after = rtf.slice(index, endOfGroup(rtf, index))
    // Nested groups, such as `{\*\blipuid …}`, and control words are not picture data.
    const hex = after
      .replace(/\{[^{}]*\}/g, '')
      .replace(/\\[a-z]+-?\d* ?/gi, '')
      .replace(/[^\da-f]/gi, '')
    const bytes = Uint8Array.from({ length: hex.length >> 1 }, (_, i) =>
      Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
    )
    if (bytes.length > 0) {
      files.push(new File([bytes], `picture.${kind}`, { type: `image/${kind}` }))
    }
  }
  return files
}

/** The index at which the group that contains `from` ends. */
function endOfGroup(rtf: string, from: number): number {
  const bracket = /[{}]/g
  bracket.lastIndex = from
  let depth = 0
  for (let found = bracket.exec(rtf); found; found = bracket.exec(rtf)) {
    depth += found[0] === '{' ? 1 : -1
    if (depth < 0) return found.index
  }
  return rtf.length
}

// Converts what Word puts on the clipboard to plain HTML: its equations, and its lists, which are
// paragraphs there.

/** Uncovers what Word hides in conditional comments, and removes what is for older programs. */
const uncommented = (html: string) =>
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
function listsOf(body: HTMLElement): void {
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
