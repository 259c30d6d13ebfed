// Adds days to a student's plan, with a reason for the audit log.
import { NumberInput, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { addDays } from '@/shared/api/queries/backOffice'
import type { UserSubscription } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { useFormKey } from '@/shared/forms/useFormKey'
import { formatDate } from '@/shared/i18n/format'
import { notify } from '@/shared/ui/notify'
import { required } from '@/shared/ui/required'
import { resourceKey } from '../resource/calls'
import { FormDialog } from '../ui/FormDialog'
import { peopleTexts } from './messages'

/** The most days that the server adds at once. */
const MOST = 366

export function AddDays({ subscription, onClose }: AddDaysProps) {
  const client = useQueryClient()
  const key = useFormKey()
  const { _id, planName, exam, expireAt } = subscription
  const { form, failure, ...sent } = useApiForm({
    initialValues: { days: 7 as number | string, reason: '' },
    validate: {
      days: (days) =>
        typeof days === 'number' && days >= 1 && days <= MOST ? null : peopleTexts.daysLimits,
      reason: (reason) => (reason.trim() ? null : peopleTexts.giveReason),
    },
    send: ({ days, reason }) => addDays(_id, { days: Number(days), reason }, key.current()),
    onDone: () => {
      notify.success(peopleTexts.daysAdded)
      void client.invalidateQueries({ queryKey: resourceKey })
      onClose()
    },
  })
  return (
    <FormDialog
      title={peopleTexts.addDays}
      submit={peopleTexts.addDays}
      form={sent}
      error={failure !== null && Object.keys(failure.fields).length === 0 && failure.errMessage}
      onClose={onClose}
    >
      <Text fz="sm">{peopleTexts.addDaysHint(planName, exam.title, formatDate(expireAt))}</Text>
      <NumberInput
        label={peopleTexts.daysToAdd}
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
        label={peopleTexts.reason}
        description={peopleTexts.reasonHint}
        maxLength={500}
        {...required()}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}

interface AddDaysProps {
  subscription: UserSubscription
  onClose: () => void
}
