// The maths keys above a written answer, and what each does to the text. An answer is plain text, which
// the grading page, the corrections and the console all show as it is written: so the keys write Unicode,
// such as x², √(x+1) and (a+b)/2. Pure.

/** Replaces the text from `from` to `to`, and selects from `start` to `end` of the new text. */
export interface Change {
  from: number
  to: number
  text: string
  start: number
  end: number
}

/** A selection in a text; empty where nothing is selected. */
export interface TextSelection {
  value: string
  start: number
  end: number
}

export interface MathsKey {
  /** What stands on the key. */
  face: string
  /** What it is called, for screen readers and as a hint. */
  name: string
  press: (place: TextSelection) => Change
}

/** Puts `text` in the place of what is selected. */
const put =
  (text: string) =>
  ({ start, end }: TextSelection): Change =>
    change(start, end, text)

const change = (from: number, to: number, text: string, caret = text.length): Change => ({
  from,
  to,
  text,
  start: from + caret,
  end: from + caret,
})

const sign = (face: string, name: string): MathsKey => ({ face, name, press: put(face) })

/** In brackets, unless it is one number, one word or in brackets already. */
const grouped = (text: string) => (/^([\p{L}\p{N}.]+|\([^()]*\))$/u.test(text) ? text : `(${text})`)

const selected = ({ value, start, end }: TextSelection) => value.slice(start, end)

function fraction(place: TextSelection): Change {
  const { value, start, end } = place
  const above = selected(place)
  if (above) return change(start, end, `${grouped(above)}/`)
  // After a number or a bracket that is the numerator.
  if (/[^\s+\-−×÷=(,]$/.test(value.slice(0, start))) return change(start, end, '/')
  return change(start, end, '()/()', 1)
}

function root(place: TextSelection): Change {
  const { start, end } = place
  const under = selected(place)
  return under ? change(start, end, `√${grouped(under)}`) : change(start, end, '√()', 2)
}

const superscripts = pairs('0123456789+−-=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ')
const subscripts = pairs('0123456789+−-=()aehklmnopstx', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕₖₗₘₙₒₚₛₜₓ')

function pairs(plain: string, small: string): Map<string, string> {
  const signs = [...small]
  return new Map([...plain].map((letter, place) => [letter, signs[place] ?? letter]))
}

/** The same in small signs; null where there is none for one of them. */
function small(text: string, signs: Map<string, string>): string | null {
  const all = [...text].map((letter) => signs.get(letter))
  return all.includes(undefined) ? null : all.join('')
}

/** Raises or lowers what is selected, or the number before the caret: `x2` becomes `x²`. */
const shifted =
  (mark: '^' | '_', signs: Map<string, string>) =>
  (place: TextSelection): Change => {
    const { value, start, end } = place
    const chosen = selected(place)
    if (chosen) return change(start, end, small(chosen, signs) ?? mark + grouped(chosen))
    const before = numberAtEnd(value.slice(0, start))
    const written = before && small(before, signs)
    if (before && written) return change(start - before.length, start, written)
    return change(start, end, `${mark}()`, 2)
  }

/** Puts a power behind what is selected, or at the caret. */
const raised =
  (power: string) =>
  (place: TextSelection): Change => {
    const base = selected(place)
    return change(place.start, place.end, (base && grouped(base)) + power)
  }

/** A number at the end, with its sign, behind what it is the power or index of. */
function numberAtEnd(text: string): string | null {
  const found = /[\p{L})]([+\-−]?\d+)$/u.exec(text) ?? /\d([+\-−]\d+)$/.exec(text)
  return found?.[1] ?? null
}

export const mathsKeys: readonly MathsKey[] = [
  { face: 'a/b', name: 'Fraction', press: fraction },
  { face: '√', name: 'Square root', press: root },
  { face: 'xⁿ', name: 'Power', press: shifted('^', superscripts) },
  { face: 'xₙ', name: 'Subscript', press: shifted('_', subscripts) },
  { face: 'x²', name: 'Squared', press: raised('²') },
  { face: 'x³', name: 'Cubed', press: raised('³') },
  sign('°', 'Degrees'),
  sign('×', 'Times'),
  sign('÷', 'Divided by'),
  sign('−', 'Minus'),
  sign('±', 'Plus or minus'),
  sign('≤', 'Less than or equal to'),
  sign('≥', 'Greater than or equal to'),
  sign('≠', 'Not equal to'),
  sign('≈', 'About equal to'),
  sign('π', 'Pi'),
  sign('∞', 'Infinity'),
  sign('→', 'Arrow'),
]

const greek: readonly [string, string][] = [
  ['α', 'alpha'],
  ['β', 'beta'],
  ['γ', 'gamma'],
  ['δ', 'delta'],
  ['ε', 'epsilon'],
  ['θ', 'theta'],
  ['λ', 'lambda'],
  ['μ', 'mu'],
  ['ρ', 'rho'],
  ['σ', 'sigma'],
  ['τ', 'tau'],
  ['φ', 'phi'],
  ['ω', 'omega'],
  ['Δ', 'capital delta'],
  ['Σ', 'capital sigma'],
  ['Ω', 'capital omega'],
]
export const greekKeys = greek.map(([face, name]) => sign(face, name))

const sets: readonly [string, string][] = [
  ['∪', 'Union'],
  ['∩', 'Intersection'],
  ['⊂', 'Subset of'],
  ['∈', 'Element of'],
  ['∉', 'Not an element of'],
  ['∅', 'Empty set'],
  ['∴', 'Therefore'],
  ['⇒', 'Implies'],
  ['⇔', 'If and only if'],
  ['¬', 'Not'],
  ['∧', 'And'],
  ['∨', 'Or'],
  ['∠', 'Angle'],
  ['⊥', 'Perpendicular to'],
  ['∥', 'Parallel to'],
  ['∝', 'Proportional to'],
]
export const setKeys = sets.map(([face, name]) => sign(face, name))

/** The subjects whose answers need the keys, by the beginnings of words in their titles. */
const MATHS =
  /\b(math|physic|chemi|biolog|scien|technolog|statisti|account|engineer|electr|agric|computer|quantit|aptitude)/i

/** Whether the keys of a subject are shown from the start. */
export const isMathsSubject = (title: string) => MATHS.test(title)

/** Makes the change in a field, as one step of its Undo, and leaves the field in focus. */
export function write(field: HTMLTextAreaElement, { from, to, text, start, end }: Change): void {
  const { maxLength, value } = field
  if (maxLength >= 0 && value.length - (to - from) + text.length > maxLength) return
  field.focus({ preventScroll: true })
  field.setSelectionRange(from, to)
  // Deprecated, and the only way to a change that the browser can undo.
  if (!document.execCommand?.('insertText', false, text)) {
    field.setRangeText(text, from, to, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.setSelectionRange(start, end)
}
