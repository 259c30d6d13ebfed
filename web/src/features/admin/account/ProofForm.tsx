import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { prove } from '@/shared/api/queries/security'
import { useApiForm } from '@/shared/forms/useApiForm'
import { useUser } from '@/shared/session/useSession'
import { CodeField, codeTexts } from '@/shared/ui/CodeField'
import { PasswordField } from '../ui/FormDialog'
import { proofTexts } from './messages'
import { answerProof, failureOf, type Proof } from './serverDemands'

export function ProofForm({ proof, why }: ProofFormProps) {
  const email = useUser()?.email
  const byCode = proof === 'code'
  const { form, props, sending, failure, unplaced } = useApiForm({
    initialValues: byCode ? { otp: '' } : { password: '' },
    validate: byCode
      ? { otp: (text?: string) => (text?.trim() ? null : codeTexts.required) }
      : { password: (text?: string) => (text ? null : proofTexts.required) },
    send: prove,
    onDone: () => answerProof(true),
  })
  const placed = Object.keys(failure?.fields ?? {}).length > unplaced.length
  const close = () => {
    if (!sending) answerProof(false)
  }
  return (
    <Modal
      opened
      onClose={close}
      title={<Text fw={650}>{proofTexts.title}</Text>}
      centered
      withCloseButton={false}
      // Over the dialog whose call waits.
      zIndex={300}
    >
      <form {...props}>
        <Stack>
          <Text>{why}</Text>
          <Text fz="sm">{byCode ? proofTexts.code : proofTexts.password}</Text>
          {byCode ? (
            <CodeField data-autofocus {...form.getInputProps('otp')} />
          ) : (
            <>
              <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
              <PasswordField
                label={proofTexts.label}
                aria-required
                autoComplete="current-password"
                data-autofocus
                {...form.getInputProps('password')}
              />
            </>
          )}
          {failure && !placed && (
            <Alert color="red" role="alert">
              {unplaced[0] ?? failureOf(failure)}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={sending} onClick={close}>
              {proofTexts.cancel}
            </Button>
            <Button type="submit" loading={sending}>
              {proofTexts.goOn}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

export interface ProofFormProps {
  proof: Proof
  /** A sentence about the waiting call. */
  why: string
}
