// Converts MathML, as web pages and Word's MathML option have it, to LaTeX.
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

/** Thrown for elements that our formulas cannot express. */
export class Unreadable extends Error {}

/** The name of an element without its prefix, in lower case. */
export const nameOf = (element: Element) => element.localName.toLowerCase().replace(/^\w+:/, '')

/** The LaTeX of a `<math>` element: its LaTeX annotation if it has one. */
export function mathmlToTex(math: Element): string {
  const own = [...math.querySelectorAll('annotation')].find((one) =>
    /tex/i.test(one.getAttribute('encoding') ?? ''),
  )
  const tex = own?.textContent?.trim()
  if (tex) return tex.replace(/^\{\\displaystyle\s*([\s\S]*)\}$/, '$1').trim()
  return row(math).replace(/ +/g, ' ').trim()
}

const row = (element: Element) => [...element.children].map(texOf).join('')

function texOf(element: Element): string {
  const name = nameOf(element)
  const text = element.textContent?.trim() ?? ''
  const parts = [...element.children]
  const part = (i: number) => {
    const child = parts[i]
    return child ? texOf(child) : ''
  }
  switch (name) {
    case 'mi':
      return named(text)
    case 'mn':
      return characters(text)
    case 'mo':
      return operator(text)
    case 'mtext':
    case 'ms':
      return words(element.textContent ?? '')
    case 'mspace':
      return '\\ '
    case 'mfrac':
      return element.getAttribute('linethickness') === '0'
        ? `\\genfrac{}{}{0pt}{}{${part(0)}}{${part(1)}}`
        : fraction(part(0), part(1))
    case 'msqrt':
      return root(row(element))
    case 'mroot':
      return root(part(0), part(1))
    case 'msup':
      return scripted(part(0), '', part(1))
    case 'msub':
      return scripted(part(0), part(1), '')
    case 'msubsup':
    case 'munderover':
      return scripted(part(0), part(1), part(2))
    case 'munder':
      return marked(part(0), parts[1], 'below')
    case 'mover':
      return marked(part(0), parts[1], 'above')
    case 'mfenced':
      return fenced(
        element.getAttribute('open') ?? '(',
        parts.map(texOf).join(element.getAttribute('separators') ?? ','),
        element.getAttribute('close') ?? ')',
      )
    case 'mtable':
      return table(parts.map((line) => [...line.children].map(row)))
    case 'mphantom':
      return `\\phantom{${row(element)}}`
    case 'annotation':
    case 'annotation-xml':
      return ''
    case 'math':
    case 'mrow':
    case 'mstyle':
    case 'mpadded':
    case 'semantics':
    case 'menclose':
    case 'merror':
      return row(element)
    default:
      throw new Unreadable(name)
  }
}

/** The spaces keep a command separate from the letters that follow. */
const operator = (text: string) =>
  /^\p{L}{2,}$/u.test(text) ? named(text) : characters(text === '\u2062' ? '' : text)

function marked(of: string, sign: Element | undefined, where: 'above' | 'below'): string {
  const text = sign?.textContent?.trim() ?? ''
  const accent = sign && nameOf(sign) === 'mo' ? accented(text, of) : null
  if (accent !== null) return accent
  const tex = sign ? texOf(sign) : ''
  const isLimit = /^\\(lim|max|min|sup|inf|det|gcd) $/.test(of) || /^[∑∏⋃⋂∫∐]$/u.test(of.trim())
  if (isLimit) return where === 'below' ? scripted(of, tex, '') : scripted(of, '', tex)
  return where === 'below' ? `\\underset{${tex}}${grouped(of)}` : `\\overset{${tex}}${grouped(of)}`
}
