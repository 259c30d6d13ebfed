// Converts a text of the bank to one line: markup removed, maths kept whole.
import { plainText } from '@/shared/ui/plainText'

/** Maximum length of a stem in a list, in characters. */
const MOST = 240

/** Matches formulas, each as a whole, and the text between them. */
const pieces = /\\\(.*?\\\)|\${3,}|\$\$.*?\$\$|[^\\$]+|[\\$]/gs

/** The beginning as HTML with only text and formulas; no formula is cut. */
export function stemHtml(html: string, most = MOST): string {
  const text = plainText(html)
  if (text.length <= most) return escaped(inLine(text))
  let cut = ''
  for (const [piece] of text.matchAll(pieces)) {
    const room = most - cut.length
    if (piece.length <= room) {
      cut += piece
      continue
    }
    if (!isFormula(piece)) cut += piece.slice(0, room).replace(/\s+\S*$/, '')
    break
  }
  return `${escaped(inLine(cut.trimEnd()))}…`
}

/** In a list, display maths becomes inline maths. */
const inLine = (text: string) =>
  text.replace(/\${3,}|\$\$(.*?)\$\$/gs, (whole, formula?: string) =>
    formula === undefined ? whole : `\\(${formula}\\)`,
  )

const isFormula = (piece: string) => /^(\\\(|\$\$(?!\$))/.test(piece)

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Whether it contains a picture. */
export const hasPicture = (html: string) => /<img\b/i.test(html)
