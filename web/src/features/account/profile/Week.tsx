// What Sabi sends the student, and the links through which others read the student's week.
import { Button, Group, Input, Stack, Text, TextInput, Title } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, MessageCircle, Share2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import {
  chooseWeeklyMail,
  createProgressLink,
  findReminder,
  progressLinksQuery,
  revokeProgressLink,
  turnOffReminder,
  turnOnReminder,
  weeklyMailQuery,
} from '@/shared/api/queries/weekly'
import type { ProgressLink, Reminder as Stored } from '@/shared/api/types'
import { pushSubscription, subscribePush, unsubscribePush, whyNoPush } from '@/shared/device/push'
import { useApiForm } from '@/shared/forms/useApiForm'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { formatDay } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { Checkbox } from '@/shared/ui/Checkbox'
import { focusNow } from '@/shared/ui/focus'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Page'
import { canShare, copyText, whatsAppLink } from '@/shared/ui/share'
import styles from './profile.module.css'

export const weekTexts = {
  reminder: 'Daily reminder',
  reminderText:
    'A notification at the time you choose, on days when you have questions to do. At most one a day.',
  remindMe: 'Remind me on this device',
  reminderHour: 'Time',
  reminderOn: (time: string) => `You will be reminded at ${time}.`,
  reminderOff: 'You will get no more reminders on this device.',
  pushRefused: 'Please allow notifications to get reminders.',
  pushFailed: 'Your browser could not turn reminders on. Please try again later.',
  noReminder: {
    insecure: 'Reminders need a secure connection: open Sabi at an address that begins with https.',
    install: 'To get reminders on this phone, add Sabi to your home screen and open it from there.',
    missing: 'This browser cannot show reminders.',
    blocked:
      'Your browser blocks notifications from Sabi. Allow them in its settings for this site.',
  },
  mail: 'Weekly email',
  mailText: 'Your progress, what is due, and the days to your exam. At most one email a week.',
  sendMail: 'Send me the weekly email',
  mailOn: 'You will get the weekly email.',
  mailOff: 'Weekly emails are off.',
  links: 'For a parent or teacher',
  linksText:
    'A link to a page with your plan, practice, results and weakest topic. No answers, no ranking. It needs no account and works for 90 days.',
  name: 'Who is it for?',
  nameExample: 'Mum',
  nameRequired: 'Enter who the link is for.',
  showForecast: 'Show my forecast',
  create: 'Create link',
  linkOf: (name: string) => `Link for ${name}`,
  onceOnly: 'Share it now. Sabi shows it only once.',
  shared: (url: string) => `My week on Sabi: ${url}`,
  whatsApp: 'WhatsApp',
  opensApp: 'Share on WhatsApp (opens a new tab)',
  share: 'Share',
  copy: 'Copy the link',
  copied: 'Copied.',
  notCopied: 'This browser does not let Sabi copy. Select the link above and copy it.',
  notShared: 'Sharing did not work. Try another way.',
  until: (day: string) => `Works until ${day}`,
  withForecast: 'includes your forecast',
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke the link for ${name}`,
  revoked: (name: string) => `The link for ${name} does not work any more.`,
  enough: 'You already have 5 links. Revoke one to create another.',
}

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

/** The daily reminder on this device, and its hour. */
function Reminder() {
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

/** The server takes no more. */
const MOST = 5

/**
 * Links through which a parent or teacher reads the student's week: created, shared, listed, revoked.
 */
function ProgressLinks() {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const client = useQueryClient()
  const query = useQuery(progressLinksQuery)
  const [created, setCreated] = useState<ProgressLink | null>(null)
  const reread = () => client.invalidateQueries({ queryKey: progressLinksQuery.queryKey })
  const revoke = useMutationOnce({
    mutationFn: ({ _id }: ProgressLink) =>
      revokeProgressLink(_id).catch((thrown) => {
        // It is gone already: revoked on another device.
        if (toApiError(thrown).status !== 404) throw thrown
      }),
    onSuccess: (_, link) => {
      if (created?._id === link._id) setCreated(null)
      notify.success(weekTexts.revoked(link.name))
      // The pressed button goes with its link.
      title.current?.focus()
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
    onSettled: reread,
  })
  return (
    <Panel component="section" aria-labelledby={id}>
      <Title order={2} id={id} ref={title} tabIndex={-1} style={{ outline: 'none' }}>
        {weekTexts.links}
      </Title>
      <Text c="dimmed" mb="md">
        {weekTexts.linksText}
      </Text>
      <Stack gap="lg">
        {created?.url && <NewLink key={created._id} name={created.name} url={created.url} />}
        <QueryView query={query}>
          {(links) => (
            <>
              {links.length > 0 && (
                <ul className={styles.links} aria-label={weekTexts.links}>
                  {links.map((link) => (
                    <li key={link._id}>
                      <div>
                        <Text fw={600}>{link.name}</Text>
                        <Text fz="sm" c="dimmed">
                          {weekTexts.until(formatDay(link.expiresAt))}
                          {link.showForecast && ` · ${weekTexts.withForecast}`}
                        </Text>
                      </div>
                      <Button
                        variant="default"
                        size="xs"
                        aria-label={weekTexts.revokeOf(link.name)}
                        loading={revoke.isPending && revoke.variables._id === link._id}
                        disabled={revoke.isPending}
                        onClick={() => revoke.mutate(link)}
                      >
                        {weekTexts.revoke}
                      </Button>
                    </li>
                  ))}
                </ul>
              )}
              {links.length < MOST ? (
                <LinkForm
                  onCreated={(link) => {
                    setCreated(link)
                    return reread()
                  }}
                />
              ) : (
                <Text>{weekTexts.enough}</Text>
              )}
            </>
          )}
        </QueryView>
      </Stack>
    </Panel>
  )
}

function LinkForm({ onCreated }: { onCreated: (link: ProgressLink) => unknown }) {
  const { form, props, sending } = useApiForm({
    initialValues: { name: '', showForecast: false },
    validate: { name: (name) => (name.trim() ? null : weekTexts.nameRequired) },
    send: createProgressLink,
    onDone: (link) => {
      form.reset()
      return onCreated(link)
    },
    onFailed: (error) => {
      if (Object.keys(error.fields).length === 0) notify.error(error.errMessage)
    },
  })
  return (
    <form {...props}>
      <Stack gap="md">
        <TextInput
          label={weekTexts.name}
          placeholder={weekTexts.nameExample}
          maxLength={60}
          size="md"
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Checkbox
          label={weekTexts.showForecast}
          checked={form.values.showForecast}
          onChange={(event) => form.setFieldValue('showForecast', event.currentTarget.checked)}
        />
        <Group>
          <Button type="submit" loading={sending}>
            {weekTexts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A link that was just created: its address is shown this once. */
function NewLink({ name, url }: { name: string; url: string }) {
  const [notice, setNotice] = useState('')
  const text = weekTexts.shared(url)
  const copy = async () => setNotice((await copyText(url)) ? weekTexts.copied : weekTexts.notCopied)
  const share = () =>
    navigator.share({ text }).catch((thrown: Error) => {
      // Closed without choosing where to.
      if (thrown.name !== 'AbortError') setNotice(weekTexts.notShared)
    })
  return (
    <div>
      <Title order={3} tabIndex={-1} ref={focusNow} style={{ outline: 'none' }} fz="md">
        {weekTexts.linkOf(name)}
      </Title>
      <Text className={styles.address}>{url}</Text>
      <Text fz="sm" c="dimmed" mb="xs">
        {weekTexts.onceOnly}
      </Text>
      <Group gap="sm">
        <Button
          component="a"
          href={whatsAppLink(text)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={weekTexts.opensApp}
          leftSection={<MessageCircle size={18} aria-hidden />}
        >
          {weekTexts.whatsApp}
        </Button>
        {canShare({ text }) && (
          <Button
            variant="default"
            leftSection={<Share2 size={18} aria-hidden />}
            onClick={() => void share()}
          >
            {weekTexts.share}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<Copy size={18} aria-hidden />}
          onClick={() => void copy()}
        >
          {weekTexts.copy}
        </Button>
      </Group>
      <Text fz="sm" role="status">
        {notice}
      </Text>
    </div>
  )
}
