// How long texts look in a list.
import { expect, it } from 'vitest'
import { textCut } from './cells'

it('cuts what is longer, and no character in two', () => {
  expect(textCut('four', 4)).toBe('four')
  expect(textCut('fives', 4)).toBe('five...')
  expect(textCut('😀😀😀', 2)).toBe('😀😀...')
})
