// How good a score is, which decides its colour.

/** `open` while nothing is graded yet, so that there is nothing to judge. */
export type Verdict = 'good' | 'fair' | 'poor' | 'open'

/** By the bounds of a JAMB score; other scores are converted to parts of 400 (spec 2 §9). */
export function verdict(of400: number): Verdict {
  if (of400 < 200) return 'poor'
  return of400 < 300 ? 'fair' : 'good'
}
