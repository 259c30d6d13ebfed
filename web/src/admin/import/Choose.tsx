// The first step of an import: where to, and which file.
import { Button, Group, Stack } from '@mantine/core'
import { Eye } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import type { ApiError } from '@/api/errors'
import { ErrorState } from '@/ui/ErrorState'
import { focusFirstError } from '@/ui/focusFirstError'
import { Panel } from '@/ui/Panel'
import { FileField } from './FileField'
import type { ImportForm } from './form'
import { words } from './messages'
import { fieldErrors } from './useImport'

export function Choose({ form, element, error, onPreview, children }: ChooseProps) {
  // What stands under the fields is not said twice.
  const said = error && Object.keys(fieldErrors(error)).some((name) => name in form.values)
  return (
    <Panel>
      <form
        ref={element}
        onSubmit={form.onSubmit(onPreview, () => focusFirstError(element))}
        noValidate
      >
        <Stack gap="lg">
          {error && !said && <ErrorState message={error.errMessage} onRetry={onPreview} />}
          {children}
          <FileField form={form} />
          <Group justify="flex-end">
            <Button type="submit" leftSection={<Eye size={18} aria-hidden />}>
              {words.preview}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

interface ChooseProps {
  form: ImportForm
  element: RefObject<HTMLFormElement | null>
  /** Why the last preview failed. */
  error: ApiError | null
  onPreview: () => void
  /** The fields that say where to. */
  children: ReactNode
}
