// Finds gaps between bands of advice from 0 to 100, and overlaps.

/** A range of whole percentages, both ends inclusive. */
export interface Span {
  from: number
  to: number
}

export interface Band extends Span {
  id: string
  title: string
  /** Whether students get it. */
  active: boolean
}

/** The whole percentages without an active band. */
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

/** The pairs of active bands that share a percentage, including shared ends. */
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

/** Distributes the bands over lanes, so that none covers another. */
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
