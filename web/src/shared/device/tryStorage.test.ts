// A stored form may be damaged, or written by other code.
import { expect, it } from 'vitest'
import { textsOf } from './tryStorage'

it.each([null, undefined, '', '{', 'null', '7', '"text"'])('finds no texts in %s', (kept) => {
  expect(textsOf(kept)).toEqual({})
})

it('leaves out what is no text', () => {
  const kept = { email: 'ada@sabi.test', dob: null, gender: 7, names: ['Ada'] }
  expect(textsOf(JSON.stringify(kept))).toEqual({ email: 'ada@sabi.test' })
})
