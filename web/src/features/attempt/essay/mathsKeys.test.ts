// What each maths key does to a text: `|` is the caret, and `[…]` what is selected.
import { expect, it } from 'vitest'
import { greekKeys, isMathsSubject, mathsKeys, setKeys } from './mathsKeys'

const all = [...mathsKeys, ...greekKeys, ...setKeys]

function pressed(name: string, before: string): string {
  const key = all.find((one) => one.name === name)
  if (!key) throw new Error(`there is no key ${name}`)
  const bare = before.replace('[', '').replace(']', '').replace('|', '')
  const start = Math.max(before.indexOf('['), before.indexOf('|'))
  const end = before.includes(']') ? before.indexOf(']') - 1 : start
  const change = key.press({ value: bare, start, end })
  const after = bare.slice(0, change.from) + change.text + bare.slice(change.to)
  expect(change.end).toBe(change.start)
  return `${after.slice(0, change.start)}|${after.slice(change.start)}`
}

it.each([
  ['Fraction', '|', '(|)/()'],
  ['Fraction', 'y = |', 'y = (|)/()'],
  ['Fraction', 'y = 3|', 'y = 3/|'],
  ['Fraction', 'y = (x+1)|', 'y = (x+1)/|'],
  ['Fraction', 'y = [x+1]', 'y = (x+1)/|'],
  ['Fraction', 'y = [(x+1)] z', 'y = (x+1)/| z'],
  ['Fraction', '[12]', '12/|'],
  ['Square root', '2|', '2√(|)'],
  ['Square root', '[x+1] = 2', '√(x+1)| = 2'],
  ['Square root', '[2]', '√2|'],
  ['Power', 'x2|', 'x²|'],
  ['Power', '10-3|', '10⁻³|'],
  ['Power', '(a+b)10|', '(a+b)¹⁰|'],
  ['Power', 'x[n+1]', 'xⁿ⁺¹|'],
  ['Power', 'x[ab]', 'x^ab|'],
  ['Power', 'x[a+b]', 'x^(a+b)|'],
  ['Power', '10|', '10^(|)'],
  ['Power', 'x|', 'x^(|)'],
  ['Subscript', 'H2|O', 'H₂|O'],
  ['Subscript', 'v[max]', 'vₘₐₓ|'],
  ['Subscript', 'u[Q]', 'u_Q|'],
  ['Squared', 'x|+1', 'x²|+1'],
  ['Squared', '[x+1]', '(x+1)²|'],
  ['Cubed', '[x]', 'x³|'],
  ['Degrees', '30|', '30°|'],
  ['alpha', 'sin |', 'sin α|'],
  ['Union', 'A [x] B', 'A ∪| B'],
])('%s turns %s into %s', (name, before, after) => {
  expect(pressed(name, before)).toBe(after)
})

it('has a name of its own for every key, and one sign on it', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  expect(new Set(all.map(({ face }) => face)).size).toBe(all.length)
})

it.each([
  ['Mathematics', true],
  ['Further Mathematics', true],
  ['Physics', true],
  ['Basic Science', true],
  ['Agricultural Science', true],
  ['Financial Accounting', true],
  ['Use of English', false],
  ['Literature in English', false],
  ['Christian Religious Studies', false],
  ['Aftermath of War', false],
])('%s: %s', (title, isMaths) => {
  expect(isMathsSubject(title)).toBe(isMaths)
})
