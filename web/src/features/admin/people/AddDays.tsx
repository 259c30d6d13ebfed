// Adds days to a student's plan, with a reason for the audit log.
import { Alert, Button, Group, Modal, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { addDays } from '@/shared/api/queries/backOffice'
import type { UserSubscription } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { useFormKey } from '@/shared/forms/useFormKey'
import { formatDate } from '@/shared/i18n/format'
import { notify } from '@/shared/ui/notify'
import { required } from '@/shared/ui/required'
import { resourceKey } from '../resource/calls'
import { words } from './messages'

/** The most days that the server adds at once. */
const MOST = 366

export function AddDays({ subscription, onClose }: AddDaysProps) {
  const client = useQueryClient()
  const key = useFormKey()
  const { _id, planName, exam, expireAt } = subscription
  const { form, props, sending, failure } = useApiForm({
    initialValues: { days: 7 as number | string, reason: '' },
    validate: {
      days: (days) =>
        typeof days === 'number' && days >= 1 && days <= MOST ? null : words.daysLimits,
      reason: (reason) => (reason.trim() ? null : words.giveReason),
    },
    send: ({ days, reason }) => addDays(_id, { days: Number(days), reason }, key.current()),
    onDone: () => {
      notify.success(words.daysAdded)
      void client.invalidateQueries({ queryKey: resourceKey })
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={sending ? () => undefined : onClose}
      title={<Text fw={650}>{words.addDays}</Text>}
      centered
      withCloseButton={false}
    >
      <form {...props}>
        <Stack>
          <Text fz="sm">{words.addDaysHint(planName, exam.title, formatDate(expireAt))}</Text>
          <NumberInput
            label={words.daysToAdd}
            min={1}
            max={MOST}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="none"
            data-autofocus
            {...required()}
            {...form.getInputProps('days')}
          />
          <Textarea
            label={words.reason}
            description={words.reasonHint}
            maxLength={500}
            {...required()}
            {...form.getInputProps('reason')}
          />
          {failure && Object.keys(failure.fields).length === 0 && (
            <Alert color="red" role="alert">
              {failure.errMessage}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={sending} onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={sending}>
              {words.addDays}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface AddDaysProps {
  subscription: UserSubscription
  onClose: () => void
}
