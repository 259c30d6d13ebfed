// What is to be thought of a score, which gives it its one colour.

/** `open` while nothing of it is graded, so that there is nothing to judge. */
export type Verdict = 'good' | 'fair' | 'poor' | 'open'

/** By the bounds of a JAMB score, which others reach in percent of 400 (spec 2 §9). */
export function verdict(of400: number): Verdict {
  if (of400 < 200) return 'poor'
  return of400 < 300 ? 'fair' : 'good'
}
