import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeFields, mergeIds } from './values'

describe('a three-way merge', () => {
  const base = { title: 'Old', about: 'Old', courses: ['a', 'b'] }

  it('takes theirs where nothing was changed here, and mine where something was', () => {
    const mine = { ...base, title: 'Mine' }
    expect(mergeFields(base, mine, { ...base, title: 'Theirs', about: 'Theirs' })).toEqual({
      title: 'Mine',
      about: 'Theirs',
      courses: ['a', 'b'],
    })
  })

  it('merges lists of ids entry by entry', () => {
    const mine = { ...base, courses: ['a', 'b', 'c'] }
    const { courses } = mergeFields(base, mine, { ...base, courses: ['b', 'd'] })
    expect(courses).toEqual(['b', 'd', 'c'])
    expect(mergeIds(['a', 'b'], ['a', 'b', 'c'], ['b', 'd'])).toEqual(['b', 'd', 'c'])
    expect(mergeIds(['a', 'b'], ['b'], ['a', 'b', 'd'])).toEqual(['b', 'd'])
  })

  it('is the stored record where the form changed nothing, and mine where they did not', () => {
    const values = fc.record({
      text: fc.string(),
      ids: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 }),
    })
    fc.assert(
      fc.property(values, values, (one, other) => {
        expect(mergeFields(one, one, other)).toEqual(other)
        const { text, ids } = mergeFields(one, other, one)
        expect(text).toBe(other.text)
        expect([...(ids as string[])].sort()).toEqual([...other.ids].sort())
      }),
    )
  })
})
