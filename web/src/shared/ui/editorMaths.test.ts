// Formulas are found as the server finds them, and structures are put where the cursor is.
import { describe, expect, it } from 'vitest'
import { formulasIn, nextHole, storedFormula, withStructure } from './editorMaths'

describe('formulas of a text', () => {
  it.each([
    ['Find \\(x^2\\) now', ['x^2']],
    ['\\(a\\) and \\(b\\)', ['a', 'b']],
    ['$$\\frac{1}{2}$$', ['\\frac{1}{2}']],
    ['\\(\\text{a \\) b}\\)', ['\\text{a \\) b}']],
    ['\\(\\$5\\)', ['\\$5']],
    ['A$$$AP and A$$$B', []],
    ['$5 and $6', []],
    ['\\(never closed', []],
    ['$$never closed', []],
    ['\\\\(no\\)', []],
    ['', []],
  ])('%s', (text, sources) => {
    const found = formulasIn(text)
    expect(found.map(({ source }) => source)).toEqual(sources)
    for (const { from, to, source, display } of found) {
      expect(text.slice(from, to)).toBe(storedFormula(source, display))
    }
  })
})

describe('a structure', () => {
  const at = (text: string, start: number, end = start) => ({ text, start, end })

  it('is put at the cursor, which goes into its first empty braces', () => {
    expect(withStructure(at('x+', 2), '\\frac{}{}')).toEqual(at('x+\\frac{}{}', 8))
    expect(withStructure(at('x', 1), '^{}')).toEqual(at('x^{}', 3))
  })

  it('takes the selected text into its first braces', () => {
    expect(withStructure(at('12', 0, 2), '\\frac{}{}')).toEqual(at('\\frac{12}{}', 10))
    expect(withStructure(at('AB', 0, 2), '\\vec{}')).toEqual(at('\\vec{AB}', 8))
  })

  it('keeps a command apart from the letter behind it', () => {
    expect(withStructure(at('ab', 1), '\\le')).toEqual(at('a\\le b', 5))
    expect(withStructure(at('a2', 1), '\\le')).toEqual(at('a\\le2', 4))
  })

  it('leads to the next empty braces', () => {
    expect(nextHole(at('\\frac{1}{}', 7))).toBe(9)
    expect(nextHole(at('\\frac{1}{2}', 7))).toBeNull()
  })
})
