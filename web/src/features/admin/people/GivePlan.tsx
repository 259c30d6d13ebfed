// Gives a plan to a student without payment, with a reason for the audit log.

import { Alert, Button, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core'
import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormKey } from '@/shared/api/ids'
import { givePlan, plansOf } from '@/shared/api/queries/backOffice'
import { postUtme } from '@/shared/exams/exams'
import { useApiForm } from '@/shared/forms/useApiForm'
import { QueryView } from '@/shared/lazy/QueryView'
import { notify } from '@/shared/ui/notify'
import { resourceKey } from '../resource/calls'
import { required } from '../resource/formContext'
import { useReference } from '../resource/Reference'
import { peopleTexts } from './messages'

type Plan = Awaited<ReturnType<typeof plansOf>>[number]

export function GivePlan({ userId, onClose }: { userId: string; onClose: () => void }) {
  const query = useQuery({ queryKey: [...resourceKey, 'plans'], queryFn: () => plansOf() })
  const isSending = useIsMutating() > 0
  return (
    <Modal
      opened
      onClose={isSending ? () => undefined : onClose}
      title={<Text fw={650}>{peopleTexts.givePlan}</Text>}
      centered
      withCloseButton={false}
    >
      <QueryView query={query}>
        {(plans) => (
          <GiveForm
            userId={userId}
            plans={plans.filter(({ status }) => status)}
            onClose={onClose}
          />
        )}
      </QueryView>
    </Modal>
  )
}

function GiveForm({ userId, plans, onClose }: GiveFormProps) {
  const client = useQueryClient()
  const key = useFormKey()
  const { data: universities } = useReference('/api/v1/admin/university/list')
  const planOf = (id: string | null) => plans.find(({ _id }) => _id === id)
  const needsUniversity = (id: string | null) => planOf(id)?.examType.slug === postUtme
  const { form, props, sending, failure, unplaced } = useApiForm({
    initialValues: {
      plan: null as string | null,
      university: null as string | null,
      reason: '',
    },
    validate: {
      reason: (reason) => (reason.trim() ? null : peopleTexts.giveReason),
      plan: (id) => (id ? null : peopleTexts.choosePlan),
      university: (id, { plan }) =>
        id || !needsUniversity(plan) ? null : peopleTexts.chooseUniversity,
    },
    send: ({ plan, university, reason }) =>
      givePlan(
        {
          userId,
          subscriptionId: plan,
          universityId: needsUniversity(plan) ? university : null,
          reason,
        },
        key.current(),
      ),
    fieldOf: (name) => ({ subscriptionId: 'plan', universityId: 'university' })[name] ?? name,
    onDone: () => {
      notify.success(peopleTexts.given)
      void client.invalidateQueries({ queryKey: resourceKey })
      onClose()
    },
  })
  return (
    <form {...props}>
      <Stack>
        <Text fz="sm">{plans.length === 0 ? peopleTexts.noPlans : peopleTexts.giveHint}</Text>
        <Select
          label={peopleTexts.plan}
          aria-required
          data={plans.map(({ _id, title, examType }) => ({
            value: _id,
            label: `${title}, ${examType.title}`,
          }))}
          disabled={plans.length === 0}
          searchable
          {...form.getInputProps('plan')}
        />
        {needsUniversity(form.values.plan) && (
          <Select
            label={peopleTexts.university}
            aria-required
            data={universities}
            searchable
            {...form.getInputProps('university')}
          />
        )}
        <Textarea
          label={peopleTexts.reason}
          description={peopleTexts.reasonHint}
          maxLength={500}
          {...required()}
          {...form.getInputProps('reason')}
        />
        {failure && (Object.keys(failure.fields).length === 0 || unplaced.length > 0) && (
          <Alert color="red" role="alert">
            {unplaced[0] ?? failure.errMessage}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={sending} onClick={onClose}>
            {peopleTexts.cancel}
          </Button>
          <Button type="submit" loading={sending} disabled={plans.length === 0}>
            {peopleTexts.give}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface GiveFormProps {
  userId: string
  plans: Plan[]
  onClose: () => void
}
