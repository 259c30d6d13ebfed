// The losses of an export, each kind once with a count.
import { expect, it } from 'vitest'
import type { ExportReport } from '@/shared/api/types'
import { lossKinds } from './ExportYear'

type Loss = ExportReport['losses'][number]

const loss = (row: number | null, message: string, column: string | null = null): Loss => ({
  ...{ row, column, message, picture: null },
  id: row === null ? null : `q${row}`,
})
const picture = (letter: string) => `${letter.repeat(64)}.webp`

it('names each kind once, however many questions lose the same', () => {
  const lost = Array.from({ length: 300 }, (_, i) => [
    loss(i + 2, 'The topic is not in the file.', 'topic'),
    loss(i + 2, 'The topic is not in the file.', 'section'),
  ]).flat()
  const [kind, ...others] = lossKinds([...lost, loss(null, 'The file has no pictures.')])
  expect(kind).toMatchObject({ count: 600, columns: ['topic', 'section'] })
  expect(kind?.places).toHaveLength(300)
  expect(kind?.places[0]).toEqual({ row: 2, id: 'q2' })
  expect(others).toEqual([
    { message: 'The file has no pictures.', columns: [], count: 1, places: [] },
  ])
})

it('takes pictures and titles out of a message that occurs more than once', () => {
  const stays = (name: string) => `The picture ${name} stays behind.`
  const [pictures, title] = lossKinds([
    loss(2, stays(picture('a'))),
    loss(3, stays(picture('b'))),
    loss(4, 'The group “Opera” is of two years.'),
  ])
  expect(pictures).toMatchObject({ message: stays('…'), count: 2 })
  expect(title).toMatchObject({ message: 'The group “Opera” is of two years.', count: 1 })
  const [both] = lossKinds([
    loss(4, 'The group “Opera” is cut.'),
    loss(5, 'The group “Tax” is cut.'),
  ])
  expect(both).toMatchObject({ message: 'The group “…” is cut.', count: 2 })
})

it('begins with questions that are left out', () => {
  const kinds = lossKinds([loss(2, 'It has six options.'), loss(3, 'The question was left out.')])
  expect(kinds.map(({ message }) => message)).toEqual([
    'The question was left out.',
    'It has six options.',
  ])
})
