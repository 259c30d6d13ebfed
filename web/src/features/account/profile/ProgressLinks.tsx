// Links through which a parent or teacher reads the student's week: created, shared, listed, revoked.
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, MessageCircle, Share2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import {
  createProgressLink,
  progressLinksQuery,
  revokeProgressLink,
} from '@/shared/api/queries/weekly'
import type { ProgressLink } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { formatDay } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { Checkbox } from '@/shared/ui/Checkbox'
import { focusNow } from '@/shared/ui/focus'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Panel'
import { canShare, whatsAppLink } from '@/shared/ui/sharing'
import styles from './profile.module.css'
import { weekTexts } from './weekMessages'

/** The server takes no more. */
const MOST = 5

export function ProgressLinks() {
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
  const [said, setSaid] = useState('')
  const text = weekTexts.shared(url)
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setSaid(weekTexts.copied),
      () => setSaid(weekTexts.notCopied),
    )
  const share = () =>
    navigator.share({ text }).catch((thrown: Error) => {
      // Closed without choosing where to.
      if (thrown.name !== 'AbortError') setSaid(weekTexts.notShared)
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
        {said}
      </Text>
    </div>
  )
}
