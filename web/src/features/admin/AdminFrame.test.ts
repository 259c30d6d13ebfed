import { expect, it } from 'vitest'
import { headsBelow } from './AdminFrame'

it.each([
  ['stand where they are while the table begins below the bar', 100, 900, 0],
  ['follow the bar', -200, 900, 264],
  ['stay within their table', -2000, 900, 860],
])('headings %s', (_, top, height, shift) => {
  expect(headsBelow(64, { top, height }, 40)).toBe(shift)
})
