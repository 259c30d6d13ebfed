// The state of an import: its phase, and the actions that change it.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { proving } from '@/shared/api/asksFirst'
import { type ApiError, toApiError } from '@/shared/api/errors'
import type { Progress } from '@/shared/api/lines'
import { cancelImport, type ImportAsk, importBank } from '@/shared/api/queries/bankFiles'
import { randomId } from '@/shared/api/randomId'
import type { ImportReport } from '@/shared/api/types'
import { focusFirstError } from '@/shared/ui/focusFirstError'
import { notify } from '@/shared/ui/notify'
import { messages } from '../messages'
import type { ImportForm } from './form'

type Phase =
  | { is: 'choose'; error: ApiError | null }
  | { is: 'checking'; progress: Progress | null }
  | { is: 'preview'; report: ImportReport; error: ApiError | null }
  | { is: 'importing'; progress: Progress | null; cancelling: boolean }
  | { is: 'done'; report: ImportReport }

const choose = (error: ApiError | null = null): Phase => ({ is: 'choose', error })

export function useImport(form: ImportForm) {
  const [phase, setPhase] = useState<Phase>(choose())
  const client = useQueryClient()
  /** The running preview. */
  const checking = useRef<AbortController>(null)
  /** The request id of the running import. */
  const importing = useRef('')
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => () => checking.current?.abort(), [])

  const preview = async () => {
    const ask = askOf(form, { dryRun: true, allOrNothing: false })
    if (!ask) return
    const abort = new AbortController()
    const { signal } = abort
    checking.current = abort
    setPhase({ is: 'checking', progress: null })
    try {
      const report = await importBank(ask, {
        id: randomId(),
        onProgress: (progress) => !signal.aborted && setPhase({ is: 'checking', progress }),
        signal,
      })
      if (!signal.aborted) setPhase({ is: 'preview', report, error: null })
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

  const confirm = async (report: ImportReport, allOrNothing: boolean) => {
    const ask = askOf(form, { dryRun: false, allOrNothing })
    if (!ask) return
    importing.current = randomId()
    setPhase({ is: 'importing', progress: null, cancelling: false })
    const onProgress = (progress: Progress) =>
      setPhase((now) => (now.is === 'importing' ? { ...now, progress } : now))
    // Also after an error, because the connection may have failed after the rows were saved. An
    // import also creates topics and sections, which other lists show.
    const forget = () => client.invalidateQueries()
    try {
      const refused = { method: 'POST', path: `/api/v1/admin/${ask.kind}/import` }
      const done = await proving(
        () => importBank(ask, { id: importing.current, onProgress }),
        refused,
      )
      void forget()
      if (done.written)
        notify.success(
          ask.kind === 'theories' ? messages.bank.theoryImported : messages.bank.imported,
        )
      setPhase({ is: 'done', report: done })
    } catch (thrown) {
      void forget()
      setPhase({ is: 'preview', report, error: toApiError(thrown) })
    }
  }

  /** The import's own response says whether it could still be cancelled. */
  const cancel = () => {
    setPhase((now) => (now.is === 'importing' ? { ...now, cancelling: true } : now))
    void cancelImport(importing.current).catch(() =>
      setPhase((now) => (now.is === 'importing' ? { ...now, cancelling: false } : now)),
    )
  }
  const back = () => {
    checking.current?.abort()
    setPhase(choose())
  }
  const again = () => {
    form.setValues({ file: null, images: [] })
    setPhase(choose())
  }
  return { phase, element, preview, confirm, cancel, back, again }
}

/** Null while no file is chosen. */
function askOf(form: ImportForm, how: Pick<ImportAsk, 'dryRun' | 'allOrNothing'>) {
  const { file, format, ...rest } = form.values
  // A workbook is detected by its content.
  return file && { ...rest, ...how, file, format: format === 'xlsx' ? ('' as const) : format }
}

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
