// The paper's order, groups and marks.
import { expect, it } from 'vitest'
import { paper } from '@/shared/attempt/testing/fixtures'
import {
  groupOf,
  type Item,
  layOut,
  neighbour,
  openingPlace,
  passageOf,
  questionStateOf,
  sectionsOf,
} from './paper'

const model = layOut(paper)
const item = (id: string) => model.items.get(id) as Item

it('has a section for each subject and kind that has questions', () => {
  expect(model.sections.map((section) => section.key)).toEqual([
    'eng:mcq',
    'eng:subjective',
    'phy:mcq',
    'bio:subjective',
  ])
  expect(sectionsOf(model, 'eng').map((section) => section.kind)).toEqual(['mcq', 'subjective'])
  expect(model.subjects.map((subject) => subject._id)).toEqual(['eng', 'phy', 'bio'])
})

it('walks through all of them, into the next subject, and stops at both ends', () => {
  expect(model.order).toEqual(['e1', 'e2', 'et1', 'p1', 'p2', 'bt1'])
  expect(neighbour(model, 'et1', 1)).toBe('p1')
  expect(neighbour(model, 'p1', -1)).toBe('et1')
  expect(neighbour(model, 'e1', -1)).toBeNull()
  expect(neighbour(model, 'bt1', 1)).toBeNull()
  expect(neighbour(model, 'nowhere', 1)).toBeNull()
})

it('shares the passage of a group, and only within it', () => {
  expect(groupOf(model, item('e2'))).toEqual(['e1', 'e2'])
  expect(groupOf(model, item('p1'))).toEqual(['p1'])
  expect(passageOf(model, item('e2'))).toBe('<p>A trader of Kano</p>')
  expect(passageOf(model, item('p1'))).toBeNull()
  expect(passageOf(model, item('et1'))).toBeNull()
})

it('opens at the first place it knows', () => {
  expect(openingPlace(model, [null, 'gone', 'p2', 'e2'])).toBe('p2')
  expect(openingPlace(model, [])).toBe('e1')
  expect(openingPlace(layOut({ totalQuestions: 0, subjects: [] }), ['e1'])).toBeNull()
})

it.each([
  [{ answered: false, review: false, active: false }, 'unanswered'],
  [{ answered: false, review: false, active: true }, 'active'],
  [{ answered: true, review: false, active: true }, 'answered'],
  [{ answered: true, review: true, active: true }, 'review'],
  [{ answered: false, review: true, active: false }, 'review'],
] as const)('review over answered over active: %o is %s', (state, mark) =>
  expect(questionStateOf(state)).toBe(mark),
)
