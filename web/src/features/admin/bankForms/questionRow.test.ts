import { describe, expect, it } from 'vitest'
import { mergeOptions } from './questionRow'

const question = (options: string[], right: string) => ({
  // Ids follow the letter with which each option began: A!, moved or not, stays option A.
  options: options.map((option) => ({ _id: option.charAt(0), option })),
  correctAns: right,
})
const form = (texts: string[], right: number | null) => ({
  texts: [...texts, '', '', '', '', ''].slice(0, 5),
  right,
})
const base = question(['A', 'B', 'C'], 'B')

describe('options and key after somebody else changed the question', () => {
  const cases: [
    string,
    ReturnType<typeof form>,
    ReturnType<typeof question>,
    ReturnType<typeof form>,
  ][] = [
    [
      'keeps the corrected key beside a changed text',
      form(['A!', 'B', 'C'], 2),
      question(['A', 'B', 'C'], 'C'),
      form(['A!', 'B', 'C'], 3),
    ],
    [
      'keeps the key that was chosen here beside their text',
      form(['A', 'B', 'C'], 1),
      question(['A', 'B', 'C+'], 'B'),
      form(['A', 'B', 'C+'], 1),
    ],
    [
      'finds the chosen option after they moved it',
      form(['A', 'B', 'C'], 3),
      question(['C', 'B', 'A'], 'B'),
      form(['C', 'B', 'A'], 1),
    ],
    [
      'changes the text of an option that they moved',
      form(['A!', 'B', 'C'], 2),
      question(['C', 'B', 'A'], 'B'),
      form(['C', 'B', 'A!'], 2),
    ],
    [
      'adds an option to theirs',
      form(['A', 'B', 'C', 'D'], 2),
      question(['A', 'B', 'C', 'E'], 'B'),
      form(['A', 'B', 'C', 'E', 'D'], 2),
    ],
    [
      'removes an option from theirs and keeps their key',
      form(['A', 'B'], 2),
      question(['B', 'A', 'C'], 'A'),
      form(['B', 'A'], 2),
    ],
    [
      'asks for the key again where the option that was chosen here is gone',
      form(['A', 'B', 'C'], 3),
      question(['A', 'B'], 'B'),
      form(['A', 'B'], null),
    ],
    [
      'asks for the key again where the stored one was removed here',
      form(['A', 'B'], 2),
      question(['A', 'B', 'C'], 'C'),
      form(['A', 'B'], null),
    ],
    [
      'keeps an option that was changed here although they removed it',
      form(['A', 'B', 'C!'], 2),
      question(['A', 'B'], 'B'),
      form(['A', 'B', 'C!'], 2),
    ],
    [
      'keeps the order that was made here where they changed none',
      form(['C', 'A', 'B'], 3),
      question(['A', 'B', 'C+'], 'B'),
      form(['C+', 'A', 'B'], 3),
    ],
    [
      'never makes more than five',
      form(['A', 'B', 'C', 'D', 'E'], 2),
      question(['A', 'B', 'C', 'F'], 'B'),
      form(['A', 'B', 'C', 'F', 'D'], 2),
    ],
  ]
  it.each(cases)('%s', (_, mine, theirs, wanted) => {
    expect(mergeOptions(base, mine, theirs)).toEqual(wanted)
  })
})
