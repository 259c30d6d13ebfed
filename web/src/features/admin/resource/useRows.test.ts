// The size of a page: from the address, from the device, or the list's own.
import { beforeEach, expect, it } from 'vitest'
import { rememberRowsPerPage, rowsPerPage } from './useRows'

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
  if (remembered) rememberRowsPerPage(remembered)
  expect(rowsPerPage(address, [10, 25, 50, 100])).toBe(size)
})
