// The calculator's arithmetic (spec 1 §5).
import { describe, expect, it } from 'vitest'
import { calculate } from './calculate'

describe('calculate', () => {
  it.each([
    ['2+3*4', 14],
    ['(2+3)*4', 20],
    ['10/4', 2.5],
    ['10/3', 3.33],
    ['-3 - -5', 2],
    ['0.1+0.2', 0.3],
    ['10%3', 1],
    ['50%', 0.5],
    ['200*50%', 100],
    ['6 × 7 ÷ 2', 21],
    ['.5+.5', 1],
  ])('%s is %d', (text, value) => expect(calculate(text)).toBe(value))

  it.each([
    '',
    '2+',
    '2 3',
    '1/0',
    '0/0',
    'alert(1)',
    'x',
    '2**3',
    '1,2',
    '"7"',
    '(1',
    '!1',
    '1==1',
  ])('%s has no value', (text) => expect(calculate(text)).toBeNull())
})
