// An import from the file to the final counts: choose, preview (a dry run), confirm, done.
import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ImportTarget } from '@/api/queries/bank'
import { Choose } from './Choose'
import { Done } from './Done'
import { type ImportForm, useImportForm } from './form'
import { words } from './messages'
import { Preview } from './Preview'
import { Running } from './Running'
import { useImport } from './useImport'

export function Importer({ target, fields, listLink }: ImporterProps) {
  const form = useImportForm(target)
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
      {/* No way to cancel: the server finishes what it has begun. */}
      {phase.is === 'importing' && <Running title={words.importing} progress={phase.progress} />}
      {phase.is === 'done' && (
        <Done report={phase.report} onAgain={run.again} link={listLink(form.values)} />
      )}
    </Stack>
  )
}

interface ImporterProps {
  /** What is known of where the rows go. */
  target: ImportTarget
  /** What remains to be chosen. */
  fields: (form: ImportForm) => ReactNode
  /** The way to what was imported. */
  listLink: (target: ImportTarget) => ReactNode
}
