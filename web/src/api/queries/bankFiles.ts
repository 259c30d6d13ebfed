// Question banks in and out, as files.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import { type OnProgress, postLong } from '../lines'
import type { paths } from '../schema'
import type { BankFormat, ImportReport } from '../types'
import { bankKey } from './bank'

/** What a file of the bank holds. */
export type BankKind = 'questions' | 'theories'

/** Answers with a workbook to fill in. */
export const importSampleUrl = (kind: BankKind) =>
  `/api/v1/admin/${kind}/import-sample` satisfies keyof paths

/** Where the rows of a file go, by name; topic and section are for rows that name none. */
export interface ImportTarget {
  /** The exam's slug. */
  exam: string
  subject: string
  year: string
  /** For POST UTME only, and needed there. */
  university: string
  topic: string
  section: string
}

export interface ImportAsk extends ImportTarget {
  kind: BankKind
  file: File
  /** The pictures that the rows name. */
  images: File[]
  /** How the file is read; by its content and name where it is left open. */
  format: BankFormat | ''
  /** How the right answers are written: any way, or as the option's text alone. */
  key: 'any' | 'text'
  /** Reject what would only be noticed. */
  strict: boolean
  /** Only say what an import would do. */
  dryRun: boolean
  /** Import nothing when a row is rejected. */
  allOrNothing: boolean
}

/** How an import is followed and ended. */
export interface ImportRun {
  /** Names its request, so that it can be cancelled. */
  id: string
  onProgress: OnProgress
  signal?: AbortSignal
}

/**
 * Imports a file, or tries to. Until it is being kept it leaves no trace when its signal is aborted or it
 * is cancelled by its id.
 */
export function importBank({ kind, file, images, ...fields }: ImportAsk, run: ImportRun) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== '') form.set(name, String(value))
  }
  form.set('file', file)
  for (const image of images) form.append('images', image)
  const path = `/api/v1/admin/${kind}/import` satisfies keyof paths
  return postLong<ImportReport>(path, form, run)
}

/** Asks an import to end; whether it did, its own answer tells. */
export const cancelImport = (id: string) =>
  ok(api.DELETE('/api/v1/admin/imports/{id}', { params: { path: { id } } }))

/** Which questions are exported, and how. */
export interface ExportAsk {
  kind: BankKind
  /** The exam's slug. */
  exam: string
  /** The subject's title. */
  subject: string
  year: number
  /** For POST UTME only, and needed there. */
  university: string
  format: BankFormat
}

const asked = ({ kind: _, university, ...rest }: ExportAsk) => ({
  ...rest,
  ...(university && { university }),
})

/** Where the file is. */
export const exportUrl = (ask: ExportAsk) =>
  `/api/v1/admin/${ask.kind}/export?${new URLSearchParams(
    Object.entries(asked(ask)).map(([name, value]) => [name, String(value)]),
  )}`

/** What the format cannot hold of it. */
export const lossesQuery = (ask: ExportAsk) =>
  queryOptions({
    queryKey: [...bankKey, 'losses', ask],
    queryFn: () =>
      ok(
        api.GET(`/api/v1/admin/${ask.kind}/export/losses`, { params: { query: asked(ask) } }),
      ).then(({ data }) => data),
    staleTime: 0,
  })
