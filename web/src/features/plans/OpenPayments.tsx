// The student's unfinished payments, each with "I have paid": it checks with the gateway and shows
// the outcome.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toApiError } from '@/shared/api/errors'
import { cacheSubscription, checkPayment, openPaymentsQuery } from '@/shared/api/queries/subscribe'
import type { OpenPayment } from '@/shared/api/types'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { common } from '@/shared/i18n/common'
import { formatDateTime, formatNaira } from '@/shared/i18n/format'
import { notify } from '@/shared/ui/notify'
import { plansTexts } from './messages'
import { leaveTo } from './payment/leave'

/** Of one exam, or of all. */
export function OpenPayments({ examId }: { examId?: string }) {
  const { data = [] } = useQuery(openPaymentsQuery)
  const shown = data.filter(({ exam }) => examId === undefined || exam._id === examId)
  return shown.map((payment) => <Open key={payment._id} payment={payment} />)
}

function Open({ payment }: { payment: OpenPayment }) {
  const client = useQueryClient()
  const check = useMutationOnce({
    mutationFn: () => checkPayment(payment._id),
    onSuccess: ({ userSubscription, message }) => {
      if (!userSubscription) return
      cacheSubscription(client, userSubscription)
      notify.success(message)
      return client.invalidateQueries({ queryKey: openPaymentsQuery.queryKey })
    },
  })
  const { exam, university, planName, amount, createdAt, url, gateway } = payment
  const place = university ? common.examAt(exam.title, university.title) : exam.title
  const found = check.data
  return (
    <Alert color="sun" title={plansTexts.openPayment(planName, place)}>
      <Text fz="sm">
        {plansTexts.begunAt(formatNaira(amount / 100), formatDateTime(createdAt))}
      </Text>
      <div role="status">
        {found && !found.userSubscription && (
          <Text fz="sm" fw={600} mt={4}>
            {plansTexts.gatewaySays(found.message)}
          </Text>
        )}
        {check.error && (
          <Text fz="sm" fw={600} mt={4}>
            {toApiError(check.error).errMessage}
          </Text>
        )}
      </div>
      <Group gap="sm" mt="xs">
        <Button size="xs" loading={check.isPending} onClick={() => check.mutate()}>
          {plansTexts.havePaid}
        </Button>
        {url && (
          <Button size="xs" variant="default" onClick={() => leaveTo(url)}>
            {gateway === 'sandbox' ? plansTexts.toSandbox : plansTexts.toPage}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
