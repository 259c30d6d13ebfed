// An action on the second factor that requires a code.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useApiForm } from '@/shared/forms/useApiForm'
import { CodeField } from '@/shared/ui/CodeField'
import { words as code } from '@/shared/ui/codeMessages'
import { failureOf } from './failureOf'
import { messages } from './messages'

export function CodeForm<Answer>({ text, submit, color, ...calls }: CodeFormProps<Answer>) {
  const { send, onDone, onCancel } = calls
  const { form, props, sending, failure } = useApiForm({
    initialValues: { otp: '' },
    validate: { otp: (typed) => (typed.trim() ? null : code.required) },
    send: ({ otp }) => send(otp.trim()),
    onDone,
  })
  return (
    <form {...props}>
      <Stack gap="md" maw={480}>
        <Text>{text}</Text>
        <CodeField {...form.getInputProps('otp')} />
        {failure && failure.fields.otp === undefined && (
          <Alert color="red" role="alert">
            {failureOf(failure)}
          </Alert>
        )}
        <Group gap="sm">
          <Button type="submit" loading={sending} {...(color && { color })}>
            {submit}
          </Button>
          <Button variant="default" disabled={sending} onClick={onCancel}>
            {messages.factor.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface CodeFormProps<Answer> {
  /** The consequence of the action. */
  text: string
  submit: string
  color?: string
  send: (otp: string) => Promise<Answer>
  onDone: (answer: Answer) => unknown
  onCancel: () => void
}
