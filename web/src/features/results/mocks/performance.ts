// What the mocks of an exam say together. Pure.
import type { MockPoint } from '@/shared/api/types'

export interface Trend {
  latest: number
  best: number
  average: number
  /** Against the mock before. */
  trend: 'up' | 'down' | 'same' | 'first'
  by: number
}

/** Of mocks of which there is one at least, the oldest first. */
export function trendOf(mocks: readonly MockPoint[]): Trend {
  const scores = mocks.map(({ score }) => score)
  const [latest = 0, before] = [scores.at(-1), scores.at(-2)]
  const sum = scores.reduce((all, one) => all + one, 0)
  const by = before === undefined ? 0 : round(latest - before)
  return {
    latest,
    best: Math.max(...scores),
    average: round(sum / scores.length),
    trend: before === undefined ? 'first' : by > 0 ? 'up' : by < 0 ? 'down' : 'same',
    by: Math.abs(by),
  }
}

const round = (value: number) => Math.round(value * 10) / 10
