// A confirmation before an irreversible action.
import { Alert, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiError } from '@/shared/api/errors'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'

export function Confirm({ title, yes, no, busy, error, children, ...on }: ConfirmProps) {
  return (
    <ConfirmDialog
      title={title}
      onClose={() => !busy && on.onClose()}
      buttons={
        <>
          <Button variant="default" data-autofocus disabled={busy} onClick={on.onNo}>
            {no}
          </Button>
          <Button loading={busy} onClick={on.onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
      {error && (
        <Alert color="red" role="alert" mt="sm">
          {[...new Set([error.errMessage, ...Object.values(error.fields)])].join(' ')}
        </Alert>
      )}
    </ConfirmDialog>
  )
}

interface ConfirmProps {
  title: string
  children: ReactNode
  yes: string
  no: string
  /** Whether the action is running. */
  busy: boolean
  /** Why the action failed. */
  error: ApiError | null
  onYes: () => void
  onNo: () => void
  /** Called when it was closed without an answer. */
  onClose: () => void
}
