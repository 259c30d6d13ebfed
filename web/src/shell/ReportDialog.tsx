// What is wrong with a question, in a student's words.
import '@/ui/modalStyles'
import { Alert, Button, Group, Modal, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type NewReport, sendReport } from '@/api/queries/reports'
import type { ReportReason } from '@/api/types'
import { notify } from '@/ui/notify'
import type { ReportDialogProps } from './ReportButton'
import { messages } from './reportMessages'
import { useApiForm } from './useApiForm'

const reasons: ReportReason[] = ['wrong-key', 'unclear', 'typo', 'picture', 'outdated', 'other']
/** The most that the server takes. */
const LONGEST = 1000

type Values = Omit<NewReport, 'question' | 'reason'> & { reason: ReportReason | '' }

export function ReportDialog({ question, onClose, onReported }: ReportDialogProps) {
  const client = useQueryClient()
  const { form, props, sending, failure, unplaced } = useApiForm({
    initialValues: { reason: '', words: '' } as Values,
    validate: {
      reason: (reason) => (reason === '' ? messages.chooseReason : null),
      words: (words, { reason }) =>
        reason === 'other' && words.trim() === '' ? messages.sayWhat : null,
    },
    send: ({ reason, words }) =>
      sendReport({ question, reason: reason as ReportReason, words: words.trim() }),
    onDone: ({ message }) => {
      void client.invalidateQueries({ queryKey: ['my-reports'] })
      notify.success(message)
      onReported()
    },
    onFailed: ({ reason, errMessage }) => {
      if (reason !== 'reported') return
      notify.info(errMessage)
      onReported()
    },
  })
  const typed = form.values.words.trim() !== ''
  return (
    <Modal
      opened
      onClose={onClose}
      // A slip of the hand must not lose what was typed.
      closeOnClickOutside={!typed}
      closeOnEscape={!typed}
      title={<Text fw={650}>{messages.title}</Text>}
      closeButtonProps={{ 'aria-label': messages.close }}
      // The keys of a test window are none here.
      data-own-keys
    >
      <form {...props}>
        <Stack>
          <NativeSelect
            label={messages.reason}
            required
            data={[
              { value: '', label: messages.pleaseChoose, disabled: true },
              ...reasons.map((value) => ({ value, label: messages[value] })),
            ]}
            {...form.getInputProps('reason')}
          />
          <Textarea
            label={messages.words}
            description={messages.wordsText}
            required={form.values.reason === 'other'}
            rows={4}
            maxLength={LONGEST}
            {...form.getInputProps('words')}
          />
          {failure && (unplaced.length > 0 || Object.keys(failure.fields).length === 0) && (
            <Alert color="red" role="alert">
              {[failure.errMessage, ...unplaced].join(' ')}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={sending}>
              {messages.cancel}
            </Button>
            <Button type="submit" loading={sending}>
              {messages.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
