// A text of the bank as one line: markup stripped, maths kept whole.
import { plainText } from '@/ui/plainText'

/** So many characters of a stem stand in a list. */
const MOST = 240

/** Formulas, each in one piece, and what stands between them. */
const pieces = /\\\(.*?\\\)|\${3,}|\$\$.*?\$\$|[^\\$]+|[\\$]/gs

/** Its beginning as HTML that shows text and formulas alone; no formula is torn. */
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

/** In a list a formula on its own stands in the line. */
const inLine = (text: string) =>
  text.replace(/\${3,}|\$\$(.*?)\$\$/gs, (whole, formula?: string) =>
    formula === undefined ? whole : `\\(${formula}\\)`,
  )

const isFormula = (piece: string) => /^(\\\(|\$\$(?!\$))/.test(piece)

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Whether it shows a picture. */
export const hasPicture = (html: string) => /<img\b/i.test(html)
