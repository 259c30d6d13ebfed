// The fields shown in an entry of the audit log.
import { expect, it } from 'vitest'
import { apart, differencesOf } from './records'

it('puts what was beside what is, in words', () => {
  const told = differencesOf(
    {
      before: { title: 'Maths', status: false, btn_url: null },
      after: { title: 'Mathematics', status: true, text: '<p>Now <b>this</b></p><p class="lo…' },
    },
    { title: 'Name' },
  )
  expect(told).toEqual([
    { name: 'title', label: 'Name', before: 'Maths', after: 'Mathematics' },
    { name: 'status', label: 'Status', before: 'InActive', after: 'Active' },
    { name: 'btn_url', label: 'Btn url', before: '–', after: null },
    { name: 'text', label: 'Text', before: null, after: 'Now this' },
  ])
})

it.each([
  ['a b c', 'a x c', ['a ', 'b', ' c'], ['a ', 'x', ' c']],
  ['same', 'same', ['same', '', ''], ['same', '', '']],
  ['a a', 'a', ['a', ' a', ''], ['a', '', '']],
  ['', 'new', ['', '', ''], ['', 'new', '']],
])('marks in %j and %j what differs', (before, after, old, now) => {
  expect(apart(before, after)).toEqual([old, now])
})
