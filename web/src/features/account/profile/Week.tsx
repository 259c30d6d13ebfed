// What Sabi sends the student, and the links through which others read the student's week.
import { Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { toApiError } from '@/shared/api/errors'
import { chooseWeeklyMail, weeklyMailQuery } from '@/shared/api/queries/weekly'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { QueryView } from '@/shared/lazy/QueryView'
import { Checkbox } from '@/shared/ui/Checkbox'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Panel'
import { ProgressLinks } from './ProgressLinks'
import { Reminder } from './Reminder'
import { weekTexts } from './weekMessages'

export function Week() {
  return (
    <>
      <Reminder />
      <WeeklyMail />
      <ProgressLinks />
    </>
  )
}

function WeeklyMail() {
  const id = useId()
  const client = useQueryClient()
  const query = useQuery(weeklyMailQuery)
  const call = useMutationOnce({
    mutationFn: chooseWeeklyMail,
    onSuccess: (choice) => {
      client.setQueryData(weeklyMailQuery.queryKey, choice)
      notify.success(choice.isOn ? weekTexts.mailOn : weekTexts.mailOff)
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
  return (
    <Panel component="section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {weekTexts.mail}
      </Title>
      <Text c="dimmed" mb="md">
        {weekTexts.mailText}
      </Text>
      <QueryView query={query}>
        {({ isOn }) => (
          <Checkbox
            label={weekTexts.sendMail}
            // Shows what was pressed while it is stored.
            checked={call.isPending ? call.variables : isOn === true}
            onChange={(event) => call.mutate(event.currentTarget.checked)}
          />
        )}
      </QueryView>
    </Panel>
  )
}
