import { expect, it } from 'vitest'
import { movedKey } from './questionRow'

const stored = {
  options: ['One', 'Two', 'Three'].map((option, i) => ({ _id: `o${i + 1}`, option })),
  correctAns: 'o2',
}
const texts = ['One', 'Two', 'Three', '', '']

it('tells the stored option that becomes right, by its text or by its place', () => {
  expect(movedKey(stored, texts, 3)).toBe('o3')
  expect(movedKey(stored, ['Two', 'One', 'Three', '', ''], 2)).toBe('o1')
  expect(movedKey(stored, ['One', 'Two', 'Three!', '', ''], 3)).toBe('o3')
  expect(movedKey(stored, ['One', '', 'Two', 'Three', ''], 4)).toBe('o3')
})

it('tells nothing where the key stays or no stored option takes its place', () => {
  expect(movedKey(stored, texts, 2)).toBeNull()
  expect(movedKey(stored, ['Two', 'One', 'Three', '', ''], 1)).toBeNull()
  expect(movedKey(stored, ['One', 'Two!', 'Three', '', ''], 2)).toBeNull()
  expect(movedKey(stored, ['One', 'Two', 'Three', 'Four', ''], 4)).toBeNull()
  expect(movedKey(stored, texts, null)).toBeNull()
})
