// Reads pictures from the RTF that Word puts on the clipboard beside its HTML, whose picture files
// no browser may read.

/** The PNG and JPEG pictures, in order. */
export function picturesOfRtf(rtf: string): File[] {
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
