// Converts Word's equations (OMML, ECMA-376 part 1, 22.1) to LaTeX. On the clipboard they are mixed
// with HTML: `span`, `i` and `b` are between their elements, and runs hold their text directly.
import { nameOf, Unreadable } from './mathml'
import {
  accented,
  characters,
  fenced,
  fraction,
  grouped,
  named,
  root,
  scripted,
  table,
  words,
} from './tex'

/** The LaTeX of an `m:oMath` element. */
export const ommlToTex = (element: Element) => inside(element).replace(/ +/g, ' ').trim()

const transparent = new Set(['span', 'i', 'b', 'em', 'strong', 'font', 'u', 'p', 'div', 'a'])
const isMath = (element: Element) => !transparent.has(nameOf(element)) && !isOfWord(element)
/** Whether it is one of Word's own elements, such as `o:p`. */
const isOfWord = (element: Element) => /^(o|w|v|st1):/.test(element.localName)

/** The nearest equation elements below this one. */
function children(element: Element): Element[] {
  return [...element.children].flatMap((child) =>
    isOfWord(child) ? [] : isMath(child) ? [child] : children(child),
  )
}

const partOf = (element: Element, name: string) =>
  children(element).find((child) => nameOf(child) === name)
const all = (element: Element, name: string) =>
  children(element).filter((child) => nameOf(child) === name)

const inside = (element: Element): string => children(element).map(texOf).join('')

/** The LaTeX of the child with this name. */
function part(element: Element, name: string): string {
  const found = partOf(element, name)
  return found ? inside(found) : ''
}

/** A property: its value, an empty text if it has none, undefined if it is missing. */
function property(element: Element, name: string): string | undefined {
  const properties = partOf(element, `${nameOf(element)}pr`)
  const found = properties && partOf(properties, name)
  return found && (found.getAttribute('m:val') ?? found.getAttribute('val') ?? '')
}

const isOn = (value: string | undefined) =>
  value !== undefined && !['0', 'off', 'false'].includes(value)

function texOf(element: Element): string {
  const name = nameOf(element)
  const e = () => part(element, 'e')
  switch (name) {
    case 'r':
      return run(element)
    case 'f': {
      const [above, below] = [part(element, 'num'), part(element, 'den')]
      const type = property(element, 'type')
      if (type === 'lin' || type === 'skw') return `${grouped(above)}/${grouped(below)}`
      return type === 'noBar' ? `\\genfrac{}{}{0pt}{}{${above}}{${below}}` : fraction(above, below)
    }
    case 'ssup':
      return scripted(e(), '', part(element, 'sup'))
    case 'ssub':
      return scripted(e(), part(element, 'sub'), '')
    case 'ssubsup':
      return scripted(e(), part(element, 'sub'), part(element, 'sup'))
    case 'spre':
      return `${scripted('', part(element, 'sub'), part(element, 'sup'))}${e()}`
    case 'rad':
      return root(e(), isOn(property(element, 'deghide')) ? '' : part(element, 'deg'))
    case 'nary':
      return `${scripted(
        characters(property(element, 'chr') ?? '∫'),
        part(element, 'sub'),
        part(element, 'sup'),
      )} ${e()}`
    case 'd':
      return fenced(
        property(element, 'begchr') ?? '(',
        all(element, 'e')
          .map(inside)
          .join(property(element, 'sepchr') ?? '|'),
        property(element, 'endchr') ?? ')',
      )
    case 'func':
      return `${functionName(part(element, 'fname'))}${e()}`
    case 'limlow':
      return limit(e(), part(element, 'lim'), '')
    case 'limupp':
      return limit(e(), '', part(element, 'lim'))
    case 'acc':
    case 'groupchr': {
      const sign = property(element, 'chr') ?? (name === 'acc' ? '\u0302' : '\u23df')
      return accented(sign, e()) ?? `\\overset{${characters(sign)}}{${e()}}`
    }
    case 'bar':
      return property(element, 'pos') === 'top' ? `\\overline{${e()}}` : `\\underline{${e()}}`
    case 'm':
      return table(all(element, 'mr').map((line) => all(line, 'e').map(inside)))
    case 'eqarr':
      return table(
        all(element, 'e').map((line) => [inside(line)]),
        'gathered',
      )
    case 'borderbox':
      return `\\boxed{${e()}}`
    case 'phant':
      return isOn(property(element, 'show')) ? e() : `\\phantom{${e()}}`
    case 'box':
      return e()
    case 'omath':
    case 'e':
      return inside(element)
    default:
      if (/pr$/.test(name) || name === 'br') return ''
      throw new Unreadable(name)
  }
}

/** The text of a run; as upright text where Word marks it as normal text. */
function run(element: Element): string {
  const copy = element.cloneNode(true) as Element
  const isText = [...copy.querySelectorAll('*')].some((one) => nameOf(one) === 'nor')
  for (const one of copy.querySelectorAll('*')) if (nameOf(one) === 'rpr') one.remove()
  // Clipboard HTML may be wrapped at any place.
  const text = (copy.textContent ?? '').replace(/\s+/g, ' ')
  return isText ? words(text) : characters(text)
}

/** `sin` becomes `\sin`; a name with an index keeps it. */
const functionName = (tex: string) => tex.replace(/^\p{L}{2,}/u, named)

const limit = (of: string, below: string, above: string) => {
  const name = functionName(of)
  return /^\\\w+ $/.test(name)
    ? scripted(name, below, above)
    : below
      ? `\\underset{${below}}${grouped(of)}`
      : `\\overset{${above}}${grouped(of)}`
}
