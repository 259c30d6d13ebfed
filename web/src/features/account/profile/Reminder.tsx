// The daily reminder on this device, and its hour.
import { Input, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { findReminder, turnOffReminder, turnOnReminder } from '@/shared/api/queries/reminder'
import type { Reminder as Stored } from '@/shared/api/types'
import { pushSubscription, subscribePush, unsubscribePush, whyNoPush } from '@/shared/device/push'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { QueryView } from '@/shared/lazy/QueryView'
import { Checkbox } from '@/shared/ui/Checkbox'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Panel'
import { weekTexts } from './weekMessages'

/** In the evening, unless the student chooses another hour. */
const HOUR = 19

interface Here extends Stored {
  /** The address of this browser; null without a subscription. */
  endpoint: string | null
}

const reminderQuery = queryOptions({
  queryKey: ['reminder'],
  queryFn: async (): Promise<Here> => {
    const [stored, own] = await Promise.all([findReminder(), pushSubscription()])
    return { ...stored, endpoint: own?.endpoint ?? null }
  },
})

export function Reminder() {
  const id = useId()
  const problem = whyNoPush()
  return (
    <Panel component="section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {weekTexts.reminder}
      </Title>
      <Text c="dimmed" mb="md">
        {weekTexts.reminderText}
      </Text>
      {problem ? <Text>{weekTexts.noReminder[problem]}</Text> : <Switch />}
    </Panel>
  )
}

function Switch() {
  const query = useQuery(reminderQuery)
  return <QueryView query={query}>{(here) => <Choice here={here} />}</QueryView>
}

/** `hour` is null to turn it off. */
type Wish = { hour: number | null }

function Choice({ here }: { here: Here }) {
  const id = useId()
  const client = useQueryClient()
  const own = here.devices.find(({ endpoint }) => endpoint === here.endpoint)
  const [hour, setHour] = useState(here.hour ?? HOUR)
  const call = useMutationOnce({
    mutationFn: ({ hour }: Wish) => (hour === null ? turnOff(own?._id) : turnOn(here, hour)),
    onSuccess: (now, { hour }) => {
      if (now === null) {
        notify.error(
          Notification.permission === 'granted' ? weekTexts.pushFailed : weekTexts.pushRefused,
        )
        return
      }
      client.setQueryData(reminderQuery.queryKey, now)
      notify.success(hour === null ? weekTexts.reminderOff : weekTexts.reminderOn(clock(hour)))
    },
    onError: (thrown) => {
      setHour(here.hour ?? HOUR)
      notify.error(toApiError(thrown).errMessage)
    },
  })
  const wished = call.isPending ? call.variables.hour !== null : own !== undefined
  return (
    <Stack>
      <Checkbox
        label={weekTexts.remindMe}
        checked={wished}
        onChange={(event) => call.mutate({ hour: event.currentTarget.checked ? hour : null })}
      />
      <Input.Wrapper id={id} label={weekTexts.reminderHour}>
        <Input
          component="select"
          pointer
          id={id}
          w={120}
          value={hour}
          disabled={call.isPending}
          onChange={(event) => {
            const chosen = Number(event.currentTarget.value)
            setHour(chosen)
            if (own) call.mutate({ hour: chosen })
          }}
        >
          {hours.map((value) => (
            <option key={value} value={value}>
              {clock(value)}
            </option>
          ))}
        </Input>
      </Input.Wrapper>
    </Stack>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** "19:00". */
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Null where the user or the browser refuses. */
async function turnOn(here: Here, hour: number): Promise<Here | null> {
  const known = here.devices.map(({ endpoint }) => endpoint)
  const subscription = await subscribePush(here.publicKey, known)
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  if (!endpoint || !keys?.p256dh || !keys.auth) return null
  const { p256dh, auth } = keys
  const utcOffset = -new Date().getTimezoneOffset()
  return { ...(await turnOnReminder({ endpoint, p256dh, auth, hour, utcOffset })), endpoint }
}

async function turnOff(id: string | undefined): Promise<Here> {
  await turnOffReminder(id ?? '').catch((thrown) => {
    // It is gone already: the browser's push service did not know it any more.
    if (toApiError(thrown).status !== 404) throw thrown
  })
  await unsubscribePush()
  return { ...(await findReminder()), endpoint: null }
}
