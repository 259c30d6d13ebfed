// The dashboard and a result say the same of a test: the same number with the same decimals.
import { expect, it } from 'vitest'
import { scoreLineOf } from '@/features/journey/home/Tests'
import { labelledScoreOf } from '@/features/results/score'
import type { Quiz } from '@/shared/api/types'
import { quiz } from '@/testing/data'

const score = (changes: Partial<Quiz['score']>) => ({ ...quiz().score, ...changes })
const both = { examType: 'both', examResult: 'pending' } as const
const jamb = score({ percent: 62.75, outOf400: 251 })

it.each<[string, Partial<Quiz>]>([
  ['of practice', {}],
  ['of a JAMB mock', { score: jamb }],
  ['of a JAMB mock whose theory waits', { ...both, score: jamb }],
  ['of a WAEC mock', { score: score({ percent: 70, grade: 'B2' }) }],
  [
    'of both parts, of which one waits',
    { ...both, score: score({ percent: 61.5, overall: 48.25 }) },
  ],
  [
    'of both parts',
    { examType: 'both', examResult: 'declared', score: score({ percent: 61.5, overall: 48.25 }) },
  ],
  ['of both kinds without theory', { examType: 'both', score: score({ overall: 48.25 }) }],
  ['of theory', { examType: 'theory', totalAvgGrade: 62.5 }],
])('is the same %s', (_what, changes) => {
  const one = quiz(changes)
  const { value, beside } = labelledScoreOf(one)
  const shown = [value, beside].filter(Boolean).join(' ')
  const numbers = (text: string) => [...(text.match(/[\d.,]+%?/g) ?? [])].sort().join(' ')
  expect(numbers(scoreLineOf(one).value)).toBe(numbers(shown))
})
