// Builds the LaTeX for formulas of Word and of web pages.

const specials: Record<string, string> = {
  '\\': '\\backslash ',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '%': '\\%',
  '#': '\\#',
  '&': '\\&',
  _: '\\_',
  '^': '\\wedge ',
  '~': '\\sim ',
  '\u2212': '-',
  '\u00a0': ' ',
}

const invisible = /[\u200b-\u200d\u2060-\u2064\ufeff]/g

/** Characters in a formula. Letters of the mathematical alphabets become plain ones. */
const characters = (text: string) =>
  text
    .replace(invisible, '')
    .replace(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize('NFKC'))
    .replace(/[\\{}$%#&_^~\u2212\u00a0]/g, (one) => specials[one] ?? one)

/** Upright text in a formula; empty if there is none. */
const words = (text: string) => (text === '' ? '' : `\\text{${characters(text)}}`)

const known = new Set(
  'sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp lim max min sup inf det gcd deg dim arg ker hom Pr'.split(
    ' ',
  ),
)

/** The name of a function, upright: `\sin`, `\operatorname{lcm}`. */
function named(name: string): string {
  const plain = characters(name).trim()
  if (known.has(plain)) return `\\${plain} `
  return /^\p{L}{2,}$/u.test(plain) ? `\\operatorname{${plain}}` : plain
}

/** In braces, unless it is a single character. */
const grouped = (tex: string) => (/^[\p{L}\p{N}]$/u.test(tex.trim()) ? tex.trim() : `{${tex}}`)

const fraction = (above: string, below: string) => `\\frac{${above}}{${below}}`

/** A base with an index below, an exponent above, or both. */
const scripted = (base: string, below: string, above: string) =>
  `${base.trim() === '' ? '{}' : /^(\\\p{L}+|[^\\]) ?$/u.test(base) ? base : `{${base}}`}${
    below && `_${grouped(below)}`
  }${above && `^${grouped(above)}`}`

const root = (of: string, degree = '') =>
  degree.trim() === '' ? `\\sqrt{${of}}` : `\\sqrt[${degree}]{${of}}`

const delimiters: Record<string, string> = {
  '{': '\\{',
  '}': '\\}',
  '': '.',
  '‖': '\\|',
  '⟨': '\\langle ',
  '〈': '\\langle ',
  '⟩': '\\rangle ',
  '〉': '\\rangle ',
  '⌊': '\\lfloor ',
  '⌋': '\\rfloor ',
  '⌈': '\\lceil ',
  '⌉': '\\rceil ',
}

/** Brackets that grow with their content. */
const fenced = (left: string, inside: string, right: string) =>
  `\\left${delimiters[left] ?? left}${inside}\\right${delimiters[right] ?? right}`

const accents: Record<string, string> = {
  '\u0302': 'hat',
  '^': 'hat',
  '\u02c6': 'hat',
  '\u0303': 'tilde',
  '~': 'tilde',
  '\u02dc': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'overline',
  '\u00af': 'overline',
  '\u203e': 'overline',
  '\u0307': 'dot',
  '\u02d9': 'dot',
  '\u0308': 'ddot',
  '\u00a8': 'ddot',
  '\u20d7': 'vec',
  '\u2192': 'overrightarrow',
  '\u2190': 'overleftarrow',
  '\u20d6': 'overleftarrow',
  '\u23de': 'overbrace',
  '\u23df': 'underbrace',
  '\u0332': 'underline',
  _: 'underline',
}

/** A sign above (or, as a brace or a line, below) its base; null if the sign is unknown. */
function accented(sign: string, of: string): string | null {
  const accent = accents[sign.trim()]
  return accent === undefined ? null : `\\${accent}{${of}}`
}

/** Rows of cells. */
const table = (rows: string[][], kind = 'matrix') =>
  `\\begin{${kind}}${rows.map((cells) => cells.join(' & ')).join(' \\\\ ')}\\end{${kind}}`

// Converts MathML, as web pages and Word's MathML option have it, to LaTeX.

/** Thrown for elements that our formulas cannot express. */
class Unreadable extends Error {}

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

// Converts Word's equations (OMML, ECMA-376 part 1, 22.1) to LaTeX. On the clipboard they are mixed
// with HTML: `span`, `i` and `b` are between their elements, and runs hold their text directly.

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

const inside = (element: Element): string => children(element).map(ommlTexOf).join('')

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

function ommlTexOf(element: Element): string {
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
