import { describe, expect, it } from 'vitest'
import type { FilePart, ImportReport } from '@/shared/api/types'
import { importTexts } from './messages'
import { placesOf, rejectedPart, together } from './useImport'

const part = (subject: string | null, year: string | null, ...rows: number[]): FilePart => ({
  subject,
  year,
  rows,
})

describe('the parts of a file', () => {
  const nowhere = { subject: '', year: '' }

  it('are imported into the subject and year that their rows name', () => {
    const parts = [part('Physics', '2019', 2, 3), part('Biology', '2020', 4)]
    expect(placesOf(parts, nowhere).places).toEqual([
      { subject: 'Physics', year: '2019' },
      { subject: 'Biology', year: '2020' },
    ])
  })

  it('are those of the chosen subject or year, in any case and without marks', () => {
    const parts = [part('Yorùbá', '2019', 2), part('Biology', '2019', 3), part('yoruba', '2018', 4)]
    const { places } = placesOf(parts, { subject: 'Yoruba', year: '2019' })
    expect(places).toEqual([{ subject: 'Yorùbá', year: '2019' }])
  })

  it('take what their columns leave out from what was chosen', () => {
    const parts = [part(null, '2019', 2), part(null, '', 3)]
    const { places, rejected } = placesOf(parts, { subject: 'Physics', year: '' })
    expect(places).toEqual([{ subject: 'Physics', year: '2019' }])
    expect(rejected).toEqual([{ rows: [3], column: 'year', message: importTexts.rowWithoutYear }])
  })

  it('are rejected where they name no subject, or something that is no year', () => {
    const { places, rejected } = placesOf(
      [part('', '2019', 5), part('Physics', '20x9', 6)],
      nowhere,
    )
    expect(places).toEqual([])
    expect(rejected.map(({ rows, column }) => [rows, column])).toEqual([
      [[5], 'subject'],
      [[6], 'year'],
    ])
  })
})

describe('the reports of parts', () => {
  const report = (over: Partial<ImportReport> = {}): ImportReport => ({
    dryRun: true,
    unit: 'row',
    written: false,
    rows: 2,
    new: 1,
    changed: 0,
    unchanged: 0,
    rejected: 1,
    problems: [],
    warnings: [],
    preview: null,
    ...over,
  })

  it('are one report, in the order of the rows', () => {
    const problem = { row: 5, column: 'a', message: 'Empty' }
    const all = { row: null, column: 'notes', message: 'Unknown column' }
    const some = { row: null, column: 'image', message: 'Not used' }
    const parts = [part('Alchemy', '2019', 3)]
    const refused = rejectedPart(
      parts,
      { subject: 'Alchemy', year: '2019' },
      'subject',
      'No such subject',
    )
    const one = together(
      [
        report({ problems: [problem], warnings: [all, some] }),
        report({ problems: [problem], warnings: [all], written: true }),
      ],
      [refused],
    )
    expect(one).toMatchObject({ rows: 5, new: 2, rejected: 3, written: true })
    expect(one.problems).toEqual([
      { row: 3, column: 'subject', message: 'No such subject' },
      problem,
    ])
    expect(one.warnings).toEqual([all])
  })
})
