// The button that opens the report dialog of a question; the dialog's code is loaded when it is
// pressed.
import { Button, Text } from '@mantine/core'
import { Flag } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '@/shared/ui/lazyPart'
import { ErrorState } from '@/shared/ui/states'
import { reportTexts } from './reportMessages'

const ReportDialog = lazyPart<ReportDialogProps>(
  () => import('./ReportDialog').then((m) => m.ReportDialog),
  ({ again }) => <ErrorState onRetry={again} />,
)

interface ReportButtonProps {
  question: string
  label?: string
}

export interface ReportDialogProps {
  question: string
  onClose: () => void
  /** Called when the server has the report, from now or from earlier. */
  onReported: () => void
}

/** `label` says it in other words where the question is not corrected yet. */
export function ReportButton({ question, label = reportTexts.report }: ReportButtonProps) {
  const [state, setState] = useState<'idle' | 'open' | 'reported'>('idle')
  if (state === 'reported') {
    return (
      <Text fz="sm" c="dimmed" mt="md" role="status">
        {reportTexts.reported}
      </Text>
    )
  }
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        mt="md"
        ml={-8}
        leftSection={<Flag size={14} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        {label}
      </Button>
      {state === 'open' && (
        <ReportDialog
          question={question}
          onClose={() => setState('idle')}
          onReported={() => setState('reported')}
        />
      )}
    </div>
  )
}
