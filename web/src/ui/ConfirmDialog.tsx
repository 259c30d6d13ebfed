// A question over the page, or something that has to be read. Its code comes with the first;
// where that cannot be had it is asked in its place.
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
  /** The safe one first, with `data-autofocus`. */
  buttons: ReactNode
  /** Escape, or a click beside it: the safe answer. */
  onClose: () => void
}
