// Formulas in a text: `\(…\)` in the line and `$$…$$` on a line of its own. The same rules as on the
// server: braces are counted, escaped characters skipped, and three dollar signs are a word.

export interface Formula {
  /** The first character of its delimiter. */
  from: number
  /** The character behind its last delimiter. */
  to: number
  /** Without its delimiters. */
  source: string
  display: boolean
}

/** The formulas of a text, in order. */
export function formulasIn(text: string): Formula[] {
  const found: Formula[] = []
  let at = 0
  while (at < text.length) {
    const dollars = /^\$+/.exec(text.slice(at, at + 4))?.[0].length ?? 0
    if (dollars > 2) {
      while (text[at] === '$') at += 1
      continue
    }
    const display = dollars === 2
    const to = display || text.startsWith('\\(', at) ? endOf(text, at, display) : null
    if (to === null) {
      at += text[at] === '\\' && text[at + 1] !== '(' ? 2 : 1
      continue
    }
    found.push({ from: at, to, source: text.slice(at + 2, to - 2).trim(), display })
    at = to
  }
  return found
}

/** Where a formula ends; null if it is never closed. */
function endOf(text: string, from: number, display: boolean): number | null {
  const close = display ? '$$' : '\\)'
  let depth = 0
  for (let at = from + 2; at < text.length; at += 1) {
    if (depth <= 0 && text.startsWith(close, at)) return at + 2
    if (text[at] === '\\') at += 1
    else if (text[at] === '{') depth += 1
    else if (text[at] === '}') depth -= 1
  }
  return null
}

/** A formula as it is stored. */
export const storedFormula = (source: string, display: boolean) =>
  display ? `$$${source}$$` : `\\(${source}\\)`

/** Text with the cursor, or with a selection. */
export interface Typed {
  text: string
  start: number
  end: number
}

/**
 * Puts a structure over the selection. The selected text fills its first empty braces, and the
 * cursor goes to the next empty ones, or behind it.
 */
export function withStructure({ text, start, end }: Typed, structure: string): Typed {
  const chosen = text.slice(start, end)
  const filled = chosen ? structure.replace('{}', `{${chosen}}`) : structure
  // A command must not run into the letter behind it.
  const apart = /\\[a-z]+$/i.test(filled) && /^[a-z]/i.test(text.slice(end)) ? ' ' : ''
  const next = text.slice(0, start) + filled + apart + text.slice(end)
  const hole = filled.indexOf('{}')
  const cursor = start + (hole < 0 ? filled.length + apart.length : hole + 1)
  return { text: next, start: cursor, end: cursor }
}

/** The cursor in the next empty braces; null if there are none. */
export function nextHole({ text, end }: Typed): number | null {
  const hole = text.indexOf('{}', end)
  return hole < 0 ? null : hole + 1
}
