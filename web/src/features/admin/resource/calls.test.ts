// Days are sent as the instants at which they begin and end; what is none is left to the server.
import { expect, it } from 'vitest'
import { atInstants } from './calls'

it('takes whole days, and the last one to its end', () => {
  const { from, to, ...others } = atInstants({ from: '2026-03-01', to: '2026-03-02', q: 'x' })
  expect(Date.parse(to) - Date.parse(from)).toBe(2 * 24 * 3600 * 1000)
  expect(others).toEqual({ q: 'x' })
})

it('leaves what is no day as it is', () => {
  for (const wrong of ['2026', '2026-03', 'yesterday', '2026-13-01', '1'])
    expect(atInstants({ from: wrong, to: wrong })).toEqual({ from: wrong, to: wrong })
})
