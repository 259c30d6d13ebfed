// The course of an import: which phase it is in, and what leads on.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, toApiError } from '@/api/errors'
import type { Progress } from '@/api/lines'
import { bankKey, importQuestions } from '@/api/queries/bank'
import type { ImportReport } from '@/api/types'
import { focusFirstError } from '@/ui/focusFirstError'
import { notify } from '@/ui/notify'
import { messages } from '../messages'
import type { ImportForm } from './form'

type Phase =
  | { is: 'choose'; error: ApiError | null }
  | { is: 'checking'; progress: Progress | null }
  | { is: 'preview'; report: ImportReport; error: ApiError | null }
  | { is: 'importing'; progress: Progress | null }
  | { is: 'done'; report: ImportReport }

const choose = (error: ApiError | null = null): Phase => ({ is: 'choose', error })

export function useImport(form: ImportForm) {
  const [phase, setPhase] = useState<Phase>(choose())
  const client = useQueryClient()
  const running = useRef<AbortController>(null)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => () => running.current?.abort(), [])

  const preview = async () => {
    const { file, ...target } = form.values
    if (!file) return
    const abort = new AbortController()
    running.current = abort
    setPhase({ is: 'checking', progress: null })
    try {
      const report = await importQuestions(
        { ...target, file, dryRun: true, allOrNothing: false },
        (progress) => !abort.signal.aborted && setPhase({ is: 'checking', progress }),
        abort.signal,
      )
      if (!abort.signal.aborted) setPhase({ is: 'preview', report, error: null })
    } catch (thrown) {
      if (abort.signal.aborted) return
      const error = toApiError(thrown)
      setPhase(choose(error))
      form.setErrors(fieldErrors(error))
      focusFirstError(element)
    }
  }

  const confirm = async (report: ImportReport, allOrNothing: boolean) => {
    const { file, ...target } = form.values
    if (!file) return
    setPhase({ is: 'importing', progress: null })
    try {
      const done = await importQuestions(
        { ...target, file, dryRun: false, allOrNothing },
        (progress) => setPhase({ is: 'importing', progress }),
      )
      if (done.written) notify.success(messages.bank.imported)
      setPhase({ is: 'done', report: done })
    } catch (thrown) {
      setPhase({ is: 'preview', report, error: toApiError(thrown) })
    }
    // Also after a failure: the connection may have gone after the rows were in.
    await client.invalidateQueries({ queryKey: bankKey })
  }

  const back = () => {
    running.current?.abort()
    setPhase(choose())
  }
  const again = () => {
    form.setFieldValue('file', null)
    setPhase(choose())
  }
  return { phase, element, preview, confirm, back, again }
}

/** What the server says of each field; a file that is no workbook is said under the file. */
export function fieldErrors({ status, reason, errMessage, fields }: ApiError) {
  if (status === 415 || status === 413 || ['not-a-workbook', 'too-large'].includes(reason)) {
    return { file: errMessage }
  }
  return fields
}
