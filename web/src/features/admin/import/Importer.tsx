// An import from choosing the file to the result: choose, preview (a dry run), confirm, done.
import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { ImportTarget } from '@/shared/api/queries/bankFiles'
import { Choose } from './Choose'
import { type ImportForm, type ImportValues, useImportForm } from './form'
import { words } from './messages'
import { Done, Preview, Running } from './Phases'
import { useImport } from './useImport'

export function Importer({ target, fields, listLink }: ImporterProps) {
  const [params] = useSearchParams()
  const kind = params.get('kind') === 'theories' ? 'theories' : 'questions'
  const form = useImportForm(target, kind)
  const run = useImport(form)
  const { phase } = run
  return (
    <Stack gap="lg">
      {phase.is === 'choose' && (
        <Choose form={form} element={run.element} error={phase.error} onPreview={run.preview}>
          {fields(form)}
        </Choose>
      )}
      {phase.is === 'checking' && (
        <Running title={words.checking} progress={phase.progress} onCancel={run.back} />
      )}
      {phase.is === 'preview' && (
        <Preview
          report={phase.report}
          error={phase.error}
          onConfirm={run.confirm}
          onCancel={run.back}
        />
      )}
      {phase.is === 'importing' && (
        <Running
          title={words.importing}
          progress={phase.progress}
          cancelling={phase.cancelling}
          onCancel={run.cancel}
        />
      )}
      {phase.is === 'done' && (
        <Done report={phase.report} onAgain={run.again} link={listLink(form.values)} />
      )}
    </Stack>
  )
}

interface ImporterProps {
  /** The known part of the destination. */
  target: ImportTarget
  /** The fields that remain to be chosen. */
  fields: (form: ImportForm) => ReactNode
  /** The link to the imported questions. */
  listLink: (values: ImportValues) => ReactNode
}
