// The state of an import: its phase, and the actions that change it.
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, toApiError } from '@/shared/api/errors'
import { randomId } from '@/shared/api/ids'
import type { Progress } from '@/shared/api/lines'
import {
  type BankKind,
  cancelImport,
  type ImportAsk,
  type ImportTarget,
  importBank,
  partsOfFile,
  problemRows,
} from '@/shared/api/queries/bankFiles'
import type { BankFormat, FilePart, ImportPreview, ImportReport } from '@/shared/api/types'
import { postUtme } from '@/shared/exams/exams'
import { focusFirstError } from '@/shared/ui/focus'
import { isPicture, MAX_PICTURE } from '@/shared/ui/ImageField'
import { notify } from '@/shared/ui/notify'
import { saveFile } from '@/shared/ui/share'
import { proving } from '../account/serverDemands'
import { pictureTexts } from '../messages'
import { importedTexts, importTexts } from './messages'

type Phase =
  | { is: 'choose'; error: ApiError | null }
  | ({ is: 'checking' } & Running)
  | { is: 'preview'; report: ImportReport; previewed: Previewed[]; error: ApiError | null }
  | ({ is: 'importing'; cancelling: boolean } & Running)
  | { is: 'done'; report: ImportReport; stopped: Stopped | null }

interface Running {
  progress: Progress | null
  /** The part that is running; null for a whole file. */
  position: Position | null
}

/** A part among all of the file, counted from 1. */
export interface Position {
  at: number
  of: number
}

/** What a cancelled import of several parts had imported. */
export interface Stopped {
  imported: Part[]
  /** The number of parts. */
  of: number
}

type Send = (ask: ImportAsk, position: Position | null) => Promise<ImportReport>

/** Questions of a part of the file; of the whole file without one. */
export interface Previewed {
  part: Part | null
  preview: ImportPreview
}

const choose = (error: ApiError | null = null): Phase => ({ is: 'choose', error })

export function useImport(form: ImportForm) {
  const [phase, setPhase] = useState<Phase>(choose())
  const client = useQueryClient()
  /** The running preview. */
  const checking = useRef<AbortController>(null)
  /** The parts of the file, by its own columns. */
  const parts = useRef<FilePart[]>([])
  /** The request id of the running import; empty while none runs. */
  const importing = useRef('')
  /** Whether the running import was cancelled: no further part begins. */
  const cancelled = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  useEffect(
    () => () => {
      checking.current?.abort()
      cancelled.current = true
      if (importing.current) cancelImport(importing.current).catch(() => undefined)
    },
    [],
  )

  const preview = async () => {
    const ask = askOf(form, { dryRun: true, allOrNothing: false })
    if (!ask) return
    const abort = new AbortController()
    const { signal } = abort
    checking.current = abort
    setPhase({ is: 'checking', progress: null, position: null })
    try {
      const send: Send = (part, position) => {
        const show = (progress: Progress | null) =>
          !signal.aborted && setPhase({ is: 'checking', progress, position })
        show(null)
        return importBank(part, { id: randomId(), onProgress: show, signal })
      }
      parts.current = await partsOfFile(ask)
      if (signal.aborted) return
      const missing = parts.current.length === 0 ? missingPlace(ask) : {}
      if (Object.keys(missing).length > 0) {
        setPhase(choose())
        form.setErrors(missing)
        focusFirstError(element)
        return
      }
      const { report, previewed } = await importParts({ ...ask, previewFrom: 0 }, send)
      if (!signal.aborted) setPhase({ is: 'preview', report, previewed, error: null })
    } catch (thrown) {
      if (signal.aborted) return
      const error = toApiError(thrown)
      setPhase(choose(error))
      form.setErrors(fieldErrors(error))
      focusFirstError(element)
    } finally {
      // A finished preview is not aborted when the page is left.
      if (checking.current === abort) checking.current = null
    }
  }

  /** Imports the file, or each of its parts until it is cancelled. */
  const importParts = async (ask: ImportAsk, send: Send) => {
    cancelled.current = false
    if (parts.current.length === 0) {
      const report = await send(ask, null)
      const { preview } = report
      return { report, previewed: preview ? [{ part: null, preview }] : [], stopped: null }
    }
    const { places, rejected } = placesOf(parts.current, ask)
    const reports: ImportReport[] = []
    const previewed: Previewed[] = []
    const imported: Part[] = []
    const of = places.length
    let done = 0
    for (const part of places) {
      if (cancelled.current) break
      try {
        const position = { at: done + 1, of }
        const report = await send({ ...ask, ...part, byColumns: true }, position)
        reports.push(report)
        if (report.written) imported.push(part)
        if (report.preview) previewed.push({ part, preview: report.preview })
      } catch (thrown) {
        const { fields, reason } = toApiError(thrown)
        if (reason === 'cancelled' && imported.length > 0) break
        const column = (['subject', 'year'] as const).find((name) => fields[name])
        if (!column || Object.keys(fields).length > 1) throw thrown
        rejected.push(rejectedPart(parts.current, part, column, fields[column] ?? ''))
      }
      done += 1
    }
    const stopped = done < of ? { imported, of } : null
    return { report: together(reports, rejected), previewed, stopped }
  }

  /** Further questions of a preview. */
  const loadPreview = async (part: Part | null, previewFrom: number): Promise<ImportPreview> => {
    const ask = askOf(form, { dryRun: true, allOrNothing: false })
    const empty = { items: [], total: 0, pictures: {} }
    if (!ask) return empty
    const run = { id: randomId(), onProgress: () => undefined }
    const place = part && { ...part, byColumns: true }
    const { preview } = await importBank({ ...ask, ...place, previewFrom }, run)
    return preview ?? empty
  }

  /** The rows with problems or warnings as a workbook to correct. */
  const saveRows = async (report: ImportReport) => {
    const ask = askOf(form, { dryRun: true, allOrNothing: false })
    if (!ask) return
    try {
      const rows = await problemRows(ask, report)
      const ending = rows.type.includes('zip') ? 'zip' : 'xlsx'
      saveFile(`problems.${ending}`, rows)
    } catch (thrown) {
      notify.error(toApiError(thrown).errMessage || importTexts.saveRowsFailed)
    }
  }

  const confirm = async (report: ImportReport, previewed: Previewed[], allOrNothing: boolean) => {
    const ask = askOf(form, { dryRun: false, allOrNothing })
    if (!ask) return
    setPhase({ is: 'importing', progress: null, position: null, cancelling: false })
    const show = (running: Partial<Running>) =>
      setPhase((now) => (now.is === 'importing' ? { ...now, ...running } : now))
    // Also after an error, because the connection may have failed after the rows were saved. An
    // import also creates topics and sections, which other lists show.
    const forget = () => client.invalidateQueries()
    try {
      const refused = { method: 'POST', path: `/api/v1/admin/${ask.kind}/import` }
      const send: Send = (part, position) => {
        show({ progress: null, position })
        return proving(() => {
          importing.current = randomId()
          const onProgress = (progress: Progress) => show({ progress })
          return importBank(part, { id: importing.current, onProgress })
        }, refused)
      }
      const { report: done, stopped } = await importParts(ask, send)
      void forget()
      if (done.written && !stopped)
        notify.success(
          ask.kind === 'theories' ? importedTexts.theoryImported : importedTexts.imported,
        )
      setPhase({ is: 'done', report: done, stopped })
    } catch (thrown) {
      void forget()
      setPhase({ is: 'preview', report, previewed, error: toApiError(thrown) })
    } finally {
      importing.current = ''
    }
  }

  /** The import's own response says whether it could still be cancelled. */
  const cancel = () => {
    const show = (cancelling: boolean) =>
      setPhase((now) => (now.is === 'importing' ? { ...now, cancelling } : now))
    cancelled.current = true
    show(true)
    // An import of several parts stops before the next one in any case.
    cancelImport(importing.current).catch(() => show(parts.current.length > 0))
  }
  const back = () => {
    checking.current?.abort()
    setPhase(choose())
  }
  const again = () => {
    form.setValues({ file: null, images: [] })
    setPhase(choose())
  }
  return { phase, element, preview, confirm, cancel, back, again, loadPreview, saveRows }
}

/** Null while no file is chosen. */
function askOf(form: ImportForm, how: Pick<ImportAsk, 'dryRun' | 'allOrNothing'>) {
  const { file, format, ...rest } = form.values
  // A workbook is detected by its content.
  return file && { ...rest, ...how, file, format: format === 'xlsx' ? ('' as const) : format }
}

/** The errors of a file that does not name its subject and year itself. */
const missingPlace = ({ subject, year }: ImportAsk): Record<string, string> => ({
  ...(!subject && { subject: importTexts.chooseSubject }),
  ...(!year && { year: importTexts.chooseYear }),
})

/**
 * The server's messages by field. The error that a file is not a workbook belongs to the file
 * field.
 */
export function fieldErrors({ status, reason, errMessage, fields }: ApiError) {
  if (status === 415 || status === 413 || ['not-a-workbook', 'too-large'].includes(reason)) {
    return { file: errMessage }
  }
  return fields
}

export interface ImportValues extends ImportTarget {
  kind: BankKind
  format: BankFormat
  file: File | null
  images: File[]
  key: 'any' | 'text'
  strict: boolean
}

/** The file extensions of a format. A workbook or bank with pictures is a .zip. */
const endings: Record<BankFormat, readonly string[]> = {
  xlsx: ['.xlsx', '.zip'],
  csv: ['.csv', '.tsv', '.txt', '.zip'],
  aiken: ['.txt', '.zip'],
  gift: ['.gift', '.txt', '.zip'],
  xml: ['.xml', '.zip'],
  jsonl: ['.jsonl', '.ndjson', '.json', '.zip'],
}

export const endingsOf = (format: BankFormat) => endings[format]

/** The form of an import, and its validation before anything is sent. */
export function useImportForm(target: ImportTarget, kind: BankKind) {
  return useForm<ImportValues>({
    initialValues: {
      ...target,
      kind,
      format: 'xlsx',
      file: null,
      images: [],
      key: 'any',
      strict: false,
    },
    validate: {
      exam: (exam) => (exam ? null : importTexts.chooseExam),
      university: (university, { exam }) =>
        exam === postUtme && !university ? importedTexts.chooseUniversity : null,
      file: (file, { format }) => checkFile(file, format),
      images: checkPictures,
    },
  })
}

export type ImportForm = ReturnType<typeof useImportForm>

/** Checks the file extension (spec 3 §5). The server checks the content. */
export function checkFile(file: File | null, format: BankFormat): string | null {
  if (!file) return importedTexts.chooseFile
  const name = file.name.toLowerCase()
  if (endings[format].some((ending) => name.endsWith(ending))) return null
  return format === 'xlsx'
    ? importedTexts.notExcel
    : importTexts.wrongEnding(endings[format].join(', '))
}

export function checkPictures(images: File[]): string | null {
  const wrong = images.find(({ name }) => !isPicture(name))
  if (wrong) return importTexts.ofPicture(wrong.name, pictureTexts.invalid)
  const large = images.find(({ size }) => size > MAX_PICTURE)
  return large ? importTexts.ofPicture(large.name, pictureTexts.tooLarge) : null
}

// A file that names subjects and years itself is imported part by part, as the command line does.

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
