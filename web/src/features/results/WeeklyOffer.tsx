// Offers the weekly mail until the student has decided.
import { Button, Group, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { chooseWeeklyMail, weeklyMailQuery } from '@/shared/api/queries/weekly'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { useUserId } from '@/shared/session/useSession'
import { focusNow } from '@/shared/ui/focus'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Page'
import { rememberDecision } from './weeklyDecision'

export const weeklyTexts = {
  title: 'Your week by email',
  text: 'An email a week: your progress and what is due. You can stop it with one tap.',
  accept: 'Email me',
  decline: 'No, thanks',
  accepted: 'Your first email comes on Sunday. You can turn it off in your profile.',
  declined: 'No email, then. You can turn it on in your profile.',
}

export function WeeklyOffer() {
  const id = useId()
  const client = useQueryClient()
  const user = useUserId()
  const { data } = useQuery(weeklyMailQuery)
  const [answer, setAnswer] = useState<boolean | null>(null)
  const call = useMutationOnce({
    mutationFn: chooseWeeklyMail,
    onSuccess: (choice, isOn) => {
      setAnswer(isOn)
      client.setQueryData(weeklyMailQuery.queryKey, choice)
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
  const isDecided = data !== undefined && data.isOn !== null
  useEffect(() => {
    if (isDecided && user !== undefined) rememberDecision(user)
  }, [isDecided, user])
  if (data === undefined || (isDecided && answer === null)) return null
  if (answer !== null) {
    return (
      <Text role="status" tabIndex={-1} ref={focusNow} style={{ outline: 'none' }}>
        {answer ? weeklyTexts.accepted : weeklyTexts.declined}
      </Text>
    )
  }
  return (
    <Panel component="section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {weeklyTexts.title}
      </Title>
      <Text mb="md">{weeklyTexts.text}</Text>
      <Group gap="sm">
        <Button loading={call.isPending && call.variables} onClick={() => call.mutate(true)}>
          {weeklyTexts.accept}
        </Button>
        <Button variant="default" disabled={call.isPending} onClick={() => call.mutate(false)}>
          {weeklyTexts.decline}
        </Button>
      </Group>
    </Panel>
  )
}
