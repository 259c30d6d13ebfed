// What several steps of registering subjects show.
import { Alert, Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '@/shared/api/errors'
import type { ExamChoice } from '@/shared/api/types'
import { registeredCount } from '@/shared/flow/steps'
import { formatNumber } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { enrolmentTexts } from './messages'

/** A confirmation before an irreversible action. */
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

/** Lets a student with some registered subjects continue to a test. */
export function SomeRegistered({ exam }: { exam: ExamChoice }) {
  const count = registeredCount(exam)
  if (count === 0) return null
  return (
    <Alert mb="md">
      <Group justify="space-between" gap="sm">
        {enrolmentTexts.someRegistered(formatNumber(count), formatNumber(exam.maximumSubjects))}
        <Button component={Link} to={paths.examType} variant="default" size="sm">
          {enrolmentTexts.goToExam}
        </Button>
      </Group>
    </Alert>
  )
}
