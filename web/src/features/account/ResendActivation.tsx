// Requests the activation mail again for a known address.
import { Button, Text } from '@mantine/core'
import { toApiError } from '@/shared/api/errors'
import { resendActivation } from '@/shared/api/queries/registration'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { failureWords } from './failureWords'
import { messages } from './messages'

export function ResendActivation({ email }: { email: string }) {
  const call = useMutationOnce({ mutationFn: () => resendActivation(email) })
  const said = call.isError ? failureWords(toApiError(call.error)) : call.data?.message
  return (
    <div>
      <Text fz="sm" role="status">
        {said}
      </Text>
      {!call.isSuccess && (
        <Button variant="default" size="xs" loading={call.isPending} onClick={() => call.mutate()}>
          {messages.account.resend}
        </Button>
      )}
    </div>
  )
}
