// The size of a page: from the address, from the device, or the list's own.
import { beforeEach, expect, it } from 'vitest'
import { rememberRowsPerPage, rowsPerPage } from './useRows'

const sizes = [10, 25, 50, 100]

beforeEach(() => localStorage.clear())

it.each([
  [null, null, 10],
  ['25', null, 25],
  ['7', null, 10],
  ['x', null, 10],
  [null, 50, 50],
  ['100', 50, 100],
  ['7', 50, 50],
  [null, 33, 10],
])('is, with %s in the address and %s remembered, %s', (address, remembered, size) => {
  if (remembered) rememberRowsPerPage(remembered, sizes)
  expect(rowsPerPage(address, sizes)).toBe(size)
})

it('is remembered for all lists of the same sizes, and not replaced by others', () => {
  rememberRowsPerPage(50, sizes)
  rememberRowsPerPage(5, [5, 25, 50, 100])
  expect(rowsPerPage(null, [...sizes])).toBe(50)
  expect(rowsPerPage(null, [5, 25, 50, 100])).toBe(5)
})
