// A question or notice over the page. Its code is loaded the first time; if that fails, the
// question is shown in place.
import { Alert, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { lazyPart } from './lazyPart'

export const ConfirmDialog = lazyPart<ConfirmDialogProps>(
  () => import('./ConfirmModal').then((m) => m.ConfirmModal),
  ({ title, buttons, children }) => (
    <Alert role="alertdialog" aria-label={title} title={title} color="sun">
      {children}
      <Group mt="md" gap="sm">
        {buttons}
      </Group>
    </Alert>
  ),
)

export interface ConfirmDialogProps {
  title: string
  children: ReactNode
  /** The safe choice first, with `data-autofocus`. */
  buttons: ReactNode
  /** Called for Escape and a click outside: the safe choice. */
  onClose: () => void
}
