// The last choices are kept by exam, and what is damaged is none.
import { expect, it } from 'vitest'
import { keepChoices, type LastChoices, lastChoices, lastExam } from './lastChoices'

const choices: LastChoices = {
  university: null,
  examType: 'objective',
  mode: 'practice',
  subjects: ['s1'],
  questions: 20,
  minutes: null,
  year: 2019,
  shuffleQuestions: true,
  shuffleOptions: false,
  powerSafe: false,
}

it('keeps the choices of each exam, and knows the last one', () => {
  expect([lastChoices('jamb'), lastExam()]).toEqual([null, null])
  keepChoices('jamb', choices)
  keepChoices('waec', { ...choices, questions: 40 })
  expect(lastChoices('jamb')).toEqual(choices)
  expect([lastChoices('waec')?.questions, lastExam()]).toEqual([40, 'waec'])
  keepChoices('jamb', { ...choices, mode: 'mock' })
  expect([lastChoices('jamb')?.mode, lastExam()]).toEqual(['mock', 'jamb'])
})

it('forgets the oldest', () => {
  for (let n = 0; n < 14; n += 1) keepChoices(`e${n}`, choices)
  expect([lastChoices('e1'), lastChoices('e2')]).toEqual([null, choices])
})

it.each([
  '{broken',
  '5',
  '[5, ["jamb"], ["jamb", null]]',
  JSON.stringify([['jamb', { ...choices, mode: 'other' }]]),
  JSON.stringify([['jamb', { ...choices, subjects: [5] }]]),
])('takes %s for nothing', (text) => {
  localStorage.setItem('sabi.last-choices', text)
  expect(lastChoices('jamb')).toBeNull()
})
