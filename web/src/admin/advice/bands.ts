// What the bands of advice leave out between 0 and 100, and where two of them speak at once.

/** From one whole percentage to another, both included. */
export interface Span {
  from: number
  to: number
}

export interface Band extends Span {
  id: string
  title: string
  /** Whether students are told. */
  active: boolean
}

/** The whole percentages that no active band holds. */
export function gapsOf(bands: Band[]): Span[] {
  const gaps: Span[] = []
  let next = 0
  for (const { from, to } of activeOf(bands)) {
    if (from > next) gaps.push({ from: next, to: from - 1 })
    next = Math.max(next, to + 1)
  }
  if (next <= 100) gaps.push({ from: next, to: 100 })
  return gaps
}

export interface Overlap extends Span {
  first: Band
  second: Band
}

/** The active bands that both hold a percentage, be it the end of one and the beginning of the other. */
export function overlapsOf(bands: Band[]): Overlap[] {
  const all = activeOf(bands)
  return all.flatMap((first, i) =>
    all.slice(i + 1).flatMap((second) => {
      const from = Math.max(first.from, second.from)
      const to = Math.min(first.to, second.to)
      return from <= to ? [{ first, second, from, to }] : []
    }),
  )
}

/** The lines on which they are drawn, none over another. */
export function lanesOf(bands: Band[]): Band[][] {
  const lanes: Band[][] = []
  for (const band of inOrder(bands)) {
    const free = lanes.find((lane) => (lane.at(-1)?.to ?? -1) < band.from)
    if (free) free.push(band)
    else lanes.push([band])
  }
  return lanes
}

const inOrder = (bands: Band[]) => [...bands].sort((a, b) => a.from - b.from || a.to - b.to)

const activeOf = (bands: Band[]) => inOrder(bands.filter(({ active }) => active))
