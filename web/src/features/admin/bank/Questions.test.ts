import { expect, it } from 'vitest'
import { groupOf } from './Questions'

it('names a linked group by its name, or else by the first words of its passage', () => {
  expect(groupOf({ group: 'P1', passage: '<p>Once</p>' })).toBe('P1')
  expect(groupOf({ group: null, passage: '<p>Once upon a time</p>' })).toBe('Once upon a time')
  expect(groupOf({ group: ' ', passage: `<p>${'long '.repeat(20)}</p>` })).toBe(
    'long long long long long long long long ...',
  )
  expect(groupOf({ group: null, passage: null })).toBe('')
})
