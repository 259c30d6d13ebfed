// The dialog in which a student says what is wrong with a question.
import '@/shared/ui/modalStyles'
import { Alert, Button, Group, Input, InputBase, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { sendReport } from '@/shared/api/queries/reports'
import type { ReportReason } from '@/shared/api/types'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { focusFirstError } from '@/shared/ui/focus'
import { notify } from '@/shared/ui/notify'
import type { ReportDialogProps } from './ReportButton'
import { reportTexts } from './reportMessages'

const reasons: ReportReason[] = ['wrong-key', 'unclear', 'typo', 'picture', 'outdated', 'other']
/** The most characters that the server accepts. */
const LONGEST = 1000

type Errors = { reason?: string | undefined; words?: string | undefined }

// Without `useApiForm` and Textarea: a running test should not have to load their code for two fields.
export function ReportDialog({ question, onClose, onReported }: ReportDialogProps) {
  const client = useQueryClient()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState<ReportReason | ''>('')
  const [words, setWords] = useState('')
  const [errors, setErrors] = useState<Errors>({})

  const show = (found: Errors) => {
    setErrors(found)
    focusFirstError(form)
  }
  const send = useMutationOnce({
    mutationFn: (reason: ReportReason) => sendReport({ question, reason, words: words.trim() }),
    onSuccess: ({ message }) => {
      void client.invalidateQueries({ queryKey: ['my-reports'] })
      notify.success(message)
      onReported()
    },
    onError: (thrown) => {
      const { reason, errMessage, fields } = toApiError(thrown)
      show({ reason: fields.reason, words: fields.words })
      if (reason !== 'reported') return
      notify.info(errMessage)
      onReported()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = words.trim() === ''
    if (reason === '') return show({ reason: reportTexts.chooseReason })
    if (reason === 'other' && missing) return show({ words: reportTexts.sayWhat })
    setErrors({})
    send.mutate(reason)
  }

  const failure = send.isError ? toApiError(send.error) : null
  const typed = words.trim() !== ''
  return (
    <Modal
      opened
      onClose={onClose}
      // An accidental click must not lose the text.
      closeOnClickOutside={!typed}
      closeOnEscape={!typed}
      title={<Text fw={650}>{reportTexts.title}</Text>}
      closeButtonProps={{ 'aria-label': reportTexts.close }}
      // The shortcut keys of the test window are off in this dialog.
      data-own-keys
    >
      <form ref={form} noValidate onSubmit={submit}>
        <Stack>
          <Input.Wrapper id={id} label={reportTexts.reason} required error={errors.reason}>
            <Input
              component="select"
              pointer
              id={id}
              required
              value={reason}
              error={errors.reason !== undefined}
              onChange={(event) => {
                setReason(event.currentTarget.value as ReportReason)
                setErrors({})
              }}
            >
              <option value="" disabled>
                {reportTexts.pleaseChoose}
              </option>
              {reasons.map((value) => (
                <option key={value} value={value}>
                  {reportTexts[value]}
                </option>
              ))}
            </Input>
          </Input.Wrapper>
          <InputBase
            component="textarea"
            multiline
            dir="auto"
            label={reportTexts.words}
            description={reportTexts.wordsText}
            required={reason === 'other'}
            rows={4}
            maxLength={LONGEST}
            value={words}
            error={errors.words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          {failure && Object.keys(failure.fields).length === 0 && (
            <Alert color="red" role="alert">
              {failure.errMessage}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={send.isPending}>
              {reportTexts.cancel}
            </Button>
            <Button type="submit" loading={send.isPending}>
              {reportTexts.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
