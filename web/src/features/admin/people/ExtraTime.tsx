// Sets a student's extra time in timed tests.
import { Button, Group, NumberInput, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { User } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { formatPercent } from '@/shared/i18n/format'
import { notify } from '@/shared/ui/notify'
import { updateRow } from '../resource/calls'
import { students } from '../resources/studentAccounts'
import { FormDialog } from '../ui/FormDialog'
import { peopleTexts } from './messages'

/** What examination boards usually grant, in percent. */
const usual = [0, 25, 50, 100]

export function ExtraTime({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient()
  const { form, failure, ...sent } = useApiForm({
    initialValues: { extraTime: user.extraTime as number | string },
    validate: {
      extraTime: (percent) =>
        typeof percent === 'number' && percent >= 0 && percent <= 100
          ? null
          : peopleTexts.extraTimeLimits,
    },
    send: ({ extraTime }) => updateRow(students, user._id, { extraTime, version: user.version }),
    onDone: () => {
      notify.success(peopleTexts.extraTimeSaved)
      void client.invalidateQueries()
      onClose()
    },
  })
  return (
    <FormDialog
      title={peopleTexts.setExtraTime}
      submit={peopleTexts.save}
      form={sent}
      error={failure !== null && Object.keys(failure.fields).length === 0 && failure.errMessage}
      onClose={onClose}
    >
      <Text fz="sm">{peopleTexts.extraTimeHint}</Text>
      <NumberInput
        label={peopleTexts.extraTimePercent}
        min={0}
        max={100}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        suffix=" %"
        data-autofocus
        {...form.getInputProps('extraTime')}
      />
      <Group gap="xs">
        {usual.map((percent) => (
          <Button
            key={percent}
            size="xs"
            variant="default"
            onClick={() => form.setFieldValue('extraTime', percent)}
          >
            {percent === 0 ? peopleTexts.none : formatPercent(percent)}
          </Button>
        ))}
      </Group>
    </FormDialog>
  )
}
