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
export const characters = (text: string) =>
  text
    .replace(invisible, '')
    .replace(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize('NFKC'))
    .replace(/[\\{}$%#&_^~\u2212\u00a0]/g, (one) => specials[one] ?? one)

/** Upright text in a formula; empty if there is none. */
export const words = (text: string) => (text === '' ? '' : `\\text{${characters(text)}}`)

const known = new Set(
  'sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp lim max min sup inf det gcd deg dim arg ker hom Pr'.split(
    ' ',
  ),
)

/** The name of a function, upright: `\sin`, `\operatorname{lcm}`. */
export function named(name: string): string {
  const plain = characters(name).trim()
  if (known.has(plain)) return `\\${plain} `
  return /^\p{L}{2,}$/u.test(plain) ? `\\operatorname{${plain}}` : plain
}

/** In braces, unless it is a single character. */
export const grouped = (tex: string) =>
  /^[\p{L}\p{N}]$/u.test(tex.trim()) ? tex.trim() : `{${tex}}`

export const fraction = (above: string, below: string) => `\\frac{${above}}{${below}}`

/** A base with an index below, an exponent above, or both. */
export const scripted = (base: string, below: string, above: string) =>
  `${base.trim() === '' ? '{}' : /^(\\\p{L}+|[^\\]) ?$/u.test(base) ? base : `{${base}}`}${
    below && `_${grouped(below)}`
  }${above && `^${grouped(above)}`}`

export const root = (of: string, degree = '') =>
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
export const fenced = (left: string, inside: string, right: string) =>
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
export function accented(sign: string, of: string): string | null {
  const accent = accents[sign.trim()]
  return accent === undefined ? null : `\\${accent}{${of}}`
}

/** Rows of cells. */
export const table = (rows: string[][], kind = 'matrix') =>
  `\\begin{${kind}}${rows.map((cells) => cells.join(' & ')).join(' \\\\ ')}\\end{${kind}}`
