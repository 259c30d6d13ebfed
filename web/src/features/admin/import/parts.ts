// A file that names subjects and years itself is imported part by part, as the command line does.
import type { ImportTarget } from '@/shared/api/queries/bankFiles'
import type { FilePart, ImportReport } from '@/shared/api/types'
import { importTexts } from './messages'

/** A part of the bank that some rows of a file belong to. */
export interface Part {
  subject: string
  year: string
}

/** Rows that belong nowhere, and why. */
interface Rejected {
  rows: number[]
  column: 'subject' | 'year'
  message: string
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()

/** Whether a part names another subject or year than was chosen. */
const isOther = (chosen: string, named: string | null | undefined) =>
  chosen !== '' && !!named && folded(chosen) !== folded(named)

/** The parts to import, in the order of the file, and the rows that belong nowhere. */
export function placesOf(
  parts: FilePart[],
  chosen: Pick<ImportTarget, 'subject' | 'year'>,
): { places: Part[]; rejected: Rejected[] } {
  const [places, rejected]: [Part[], Rejected[]] = [[], []]
  for (const { subject, year, rows } of parts) {
    if (isOther(chosen.subject, subject) || isOther(chosen.year, year)) continue
    const place = { subject: subject ?? chosen.subject, year: year ?? chosen.year }
    if (place.subject === '') {
      rejected.push({ rows, column: 'subject', message: importTexts.rowWithoutSubject })
    } else if (place.year === '') {
      rejected.push({ rows, column: 'year', message: importTexts.rowWithoutYear })
    } else if (!/^\d+$/.test(place.year)) {
      rejected.push({ rows, column: 'year', message: importTexts.notAYear(place.year) })
    } else places.push(place)
  }
  return { places, rejected }
}

/** The rows of a part whose subject or year the server does not know. */
export const rejectedPart = (
  parts: FilePart[],
  place: Part,
  column: 'subject' | 'year',
  message: string,
): Rejected => ({
  rows: parts
    .filter(
      ({ subject, year }) =>
        (subject ?? place.subject) === place.subject && (year ?? place.year) === place.year,
    )
    .flatMap(({ rows }) => rows),
  column,
  message,
})

/** One report of all parts. A warning about the whole file counts only if every part has it. */
export function together(reports: ImportReport[], rejected: Rejected[]): ImportReport {
  const sum = (of: (report: ImportReport) => number) =>
    reports.reduce((all, report) => all + of(report), 0)
  const lost = rejected.reduce((all, { rows }) => all + rows.length, 0)
  const unique = <Found>(found: Found[]) => [
    ...new Map(found.map((one) => [JSON.stringify(one), one])).values(),
  ]
  const ofAll = unique(reports.flatMap(({ warnings }) => warnings)).filter(
    ({ row, message }) =>
      row !== null ||
      reports.every(({ warnings }) => warnings.some((one) => one.message === message)),
  )
  const refused = rejected.flatMap(({ rows, column, message }) =>
    rows.map((row) => ({ row, column, message })),
  )
  return {
    dryRun: reports.every(({ dryRun }) => dryRun),
    unit: reports[0]?.unit ?? 'row',
    written: reports.some(({ written }) => written),
    rows: sum(({ rows }) => rows) + lost,
    new: sum((report) => report.new),
    changed: sum(({ changed }) => changed),
    unchanged: sum(({ unchanged }) => unchanged),
    rejected: sum((report) => report.rejected) + lost,
    problems: unique([...reports.flatMap(({ problems }) => problems), ...refused]).sort(
      (a, b) => a.row - b.row,
    ),
    warnings: ofAll.sort((a, b) => (a.row ?? 0) - (b.row ?? 0)),
    preview: null,
  }
}
