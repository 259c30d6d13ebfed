// Imports and exports of question banks.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import { type OnProgress, postForm, postLong } from '../lines'
import type { paths } from '../schema'
import type { BankFormat, FilePart, ImportReport } from '../types'
import { bankKey } from './bank'

/** The content of a bank file. */
export type BankKind = 'questions' | 'theories'

/** The address of a sample workbook. */
export const importSampleUrl = (kind: BankKind) =>
  `/api/v1/admin/${kind}/import-sample` satisfies keyof paths

/** The destination of a file's rows, by name; topic and section are for rows without one. */
export interface ImportTarget {
  /** The exam's slug. */
  exam: string
  subject: string
  year: string
  /** For POST UTME only, where it is required. */
  university: string
  topic: string
  section: string
}

export interface ImportAsk extends ImportTarget {
  kind: BankKind
  file: File
  /** The pictures that the rows refer to. */
  images: File[]
  /** The format; detected from content and name if empty. */
  format: BankFormat | ''
  /** How right answers are written: in any form, or always as the option's text. */
  key: 'any' | 'text'
  /** Reject rows that would only get a warning. */
  strict: boolean
  /** Only report what an import would do. */
  dryRun: boolean
  /** Import nothing if a row is rejected. */
  allOrNothing: boolean
  /** Only the rows whose columns name this subject and year. */
  byColumns?: boolean
  /** With a dry run, the first of the questions that are shown as students will see them, from 0. */
  previewFrom?: number
}

/** The progress callback and cancellation of an import. */
export interface ImportRun {
  /** The request id, for cancelling it. */
  id: string
  onProgress: OnProgress
  signal?: AbortSignal
}

/**
 * Imports a file, or previews the import. Until it is being saved, aborting its signal or
 * cancelling its id leaves no trace.
 */
export function importBank({ kind, file, images, ...fields }: ImportAsk, run: ImportRun) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== '' && value !== undefined) form.set(name, String(value))
  }
  form.set('file', file)
  for (const image of images) form.append('images', image)
  const path = `/api/v1/admin/${kind}/import` satisfies keyof paths
  return postLong<ImportReport>(path, form, run)
}

type FileAsk = Pick<ImportAsk, 'kind' | 'file' | 'format'>

const fileForm = ({ file, format }: FileAsk) => {
  const form = new FormData()
  if (format !== '') form.set('format', format)
  form.set('file', file)
  return form
}

/** The subjects and years that a file names in its own columns; none if it has no such column. */
export async function partsOfFile(ask: FileAsk): Promise<FilePart[]> {
  const path = `/api/v1/admin/${ask.kind}/import/parts` satisfies keyof paths
  const { data } = await (await postForm(path, fileForm(ask))).json()
  return data
}

/** The rows of a file that have problems or warnings, as a workbook to correct. */
export async function problemRows(ask: FileAsk, report: ImportReport): Promise<Blob> {
  const form = fileForm(ask)
  const { problems, warnings } = report
  form.set('report', new Blob([JSON.stringify({ problems, warnings })]), 'report.json')
  const path = `/api/v1/admin/${ask.kind}/import/problems` satisfies keyof paths
  return (await postForm(path, form)).blob()
}

/** Asks an import to stop; its own response says whether it did. */
export const cancelImport = (id: string) =>
  ok(api.DELETE('/api/v1/admin/imports/{id}', { params: { path: { id } } }))

/** The selection and format of an export. */
export interface ExportAsk {
  kind: BankKind
  /** The exam's slug. */
  exam: string
  /** The subject's title. */
  subject: string
  year: number
  /** For POST UTME only, where it is required. */
  university: string
  format: BankFormat
}

const asked = ({ kind: _, university, ...rest }: ExportAsk) => ({
  ...rest,
  ...(university && { university }),
})

/** The address of the file. */
export const exportUrl = (ask: ExportAsk) =>
  `/api/v1/admin/${ask.kind}/export?${new URLSearchParams(
    Object.entries(asked(ask)).map(([name, value]) => [name, String(value)]),
  )}`

/** The file itself. */
export const readExport = (ask: ExportAsk): Promise<Blob> =>
  ok(
    api.GET(`/api/v1/admin/${ask.kind}/export`, {
      params: { query: asked(ask) },
      parseAs: 'blob',
    }),
  ) as unknown as Promise<Blob>

/** What the format cannot contain. */
export const lossesQuery = (ask: ExportAsk) =>
  queryOptions({
    queryKey: [...bankKey, 'losses', ask],
    queryFn: () =>
      ok(
        api.GET(`/api/v1/admin/${ask.kind}/export/losses`, { params: { query: asked(ask) } }),
      ).then(({ data }) => data),
    staleTime: 0,
  })
