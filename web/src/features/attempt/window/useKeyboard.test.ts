// The eight keys of the UTME: what each does where, and where it does nothing.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commandOf, isTyping, type Press, pressOf } from './useKeyboard'

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  modified: false,
  typing: false,
  repeat: false,
  ...more,
})

it.each([
  ['A', 'choose', 0],
  ['b', 'choose', 1],
  ['D', 'choose', 3],
  ['p', 'previous'],
  ['N', 'next'],
  ['s', 'submit'],
])('on the paper %s does %s', (key, does, index?: number) => {
  const command = index === undefined ? { do: does } : { do: does, index }
  expect(commandOf(press(key), 'paper', 4)).toEqual(command)
})

it('chooses only an option that there is', () => {
  expect(commandOf(press('e'), 'paper', 4)).toBeNull()
  expect(commandOf(press('e'), 'paper', 5)).toEqual({ do: 'choose', index: 4 })
  expect(commandOf(press('f'), 'paper', 9)).toBeNull()
  expect(commandOf(press('a'), 'paper', 0)).toBeNull()
})

it('returns with R and says yes with Y, only when asked', () => {
  expect(commandOf(press('r'), 'asking', 4)).toEqual({ do: 'return' })
  expect(commandOf(press('Y'), 'asking', 4)).toEqual({ do: 'yes' })
  for (const key of ['r', 'y', 'Enter', 'Escape', 'ArrowDown', ' ', 'Dead', '1'])
    expect(commandOf(press(key), 'paper', 4)).toBeNull()
  for (const key of ['a', 'n', 's', 'Enter']) expect(commandOf(press(key), 'asking', 4)).toBeNull()
})

it('does nothing with a modifier, while typing, or in another dialog', () => {
  fc.assert(
    fc.property(fc.constantFrom(...'abcdepnsry'), fc.integer({ min: 0, max: 5 }), (key, n) => {
      for (const stage of ['paper', 'asking'] as const) {
        expect(commandOf(press(key, { modified: true }), stage, n)).toBeNull()
        expect(commandOf(press(key, { typing: true }), stage, n)).toBeNull()
      }
      expect(commandOf(press(key), 'elsewhere', n)).toBeNull()
    }),
  )
})

it('walks on while a key is held, but chooses and submits once', () => {
  expect(commandOf(press('n', { repeat: true }), 'paper', 4)).toEqual({ do: 'next' })
  for (const key of ['a', 's'])
    expect(commandOf(press(key, { repeat: true }), 'paper', 4)).toBeNull()
  expect(commandOf(press('y', { repeat: true }), 'asking', 4)).toBeNull()
})

it.each([
  ['<textarea></textarea>', true],
  ['<input />', true],
  ['<input type="search" />', true],
  ['<select></select>', true],
  ['<div role="textbox"></div>', true],
  ['<input type="radio" />', false],
  ['<button></button>', false],
  ['<p></p>', false],
])('typing at %s: %s', (html, typing) => {
  document.body.innerHTML = html
  expect(isTyping(document.body.firstElementChild)).toBe(typing)
})

it('reads browser events', () => {
  expect(pressOf(new KeyboardEvent('keydown', { key: 'a', ctrlKey: true }))).toEqual(
    press('a', { modified: true }),
  )
})
