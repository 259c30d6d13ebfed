// Below a mail's form: its placeholders, a live preview, and a test mail.
import { Alert, Badge, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Copy, Send } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { sendTestMail, templatePreviewQuery } from '@/shared/api/queries/backOffice'
import type { EmailTemplate, EmailTemplateInput, Placeholder } from '@/shared/api/types'
import { useUser } from '@/shared/session/useSession'
import { notify } from '@/shared/ui/notify'
import { copyFrom } from '../account/copyFrom'
import { mailTexts } from '../messages'
import { useFormContext } from '../resource/formContext'
import { emailTemplates } from '../resources/site'
import { TEMPLATE_PREVIEW_PAUSE } from '../timing'
import styles from './mail.module.css'

export function TemplateDesk() {
  const { form, record } = useFormContext()
  const user = useUser()
  if (record === null) return null
  const stored = record as unknown as EmailTemplate
  const { subject, content, status } = stored
  const typed = form.values as unknown as EmailTemplateInput
  const saved = typed.subject === subject && typed.content === content && typed.status === status
  return (
    <Stack gap="xl" mt="xl">
      {!emailTemplates.mayChange(record, user) && <Alert color="sun">{mailTexts.owners}</Alert>}
      <Placeholders template={stored} />
      <Preview id={stored._id} typed={typed} />
      <TestMail id={stored._id} saved={saved} />
    </Stack>
  )
}

/** They come with the preview of the stored template. */
function Placeholders({ template }: { template: EmailTemplate }) {
  const { _id, subject, content } = template
  const { data } = useQuery(templatePreviewQuery(_id, { subject, content }))
  if (!data || data.placeholders.length === 0) return null
  return (
    <section aria-label={mailTexts.placeholders}>
      <Title order={2} fz="h3">
        {mailTexts.placeholders}
      </Title>
      <Text c="dimmed" fz="sm">
        {mailTexts.placeholdersHint}
      </Text>
      <ul className={styles.placeholders}>
        {data.placeholders.map((one) => (
          <PlaceholderLine key={one.name} placeholder={one} />
        ))}
      </ul>
    </section>
  )
}

function PlaceholderLine({ placeholder }: { placeholder: Placeholder }) {
  const { name, what, sample, required } = placeholder
  const code = `{{ ${name} }}`
  const label = useRef<HTMLSpanElement>(null)
  return (
    <li>
      <Button
        size="compact-sm"
        variant="light"
        ff="monospace"
        leftSection={<Copy size={14} aria-hidden />}
        onClick={() => void copyFrom(label.current, code)}
      >
        {/* Selectable, in case the browser does not allow copying. */}
        <span ref={label} style={{ userSelect: 'text' }}>
          {code}
        </span>
      </Button>
      <Text component="span" fz="sm">
        {mailTexts.stands(what, sample)}
      </Text>
      {required && (
        <Badge variant="light" tt="none">
          {mailTexts.needed}
        </Badge>
      )}
    </li>
  )
}

function Preview({ id, typed }: { id: string; typed: EmailTemplateInput }) {
  const { subject, content } = typed
  const [now] = useDebouncedValue({ subject, content }, TEMPLATE_PREVIEW_PAUSE)
  const query = useQuery({ ...templatePreviewQuery(id, now), placeholderData: keepPreviousData })
  const error = query.isError ? toApiError(query.error) : null
  const said = error && Object.values(error.fields)
  return (
    <section
      aria-label={mailTexts.preview}
      aria-busy={query.isPending || query.isPlaceholderData || undefined}
    >
      <Title order={2} fz="h3">
        {mailTexts.preview}
      </Title>
      <Text c="dimmed" fz="sm" mb="sm">
        {mailTexts.previewHint}
      </Text>
      {error && said && (
        <Alert color="sun" title={mailTexts.unshown}>
          {said.length > 0 ? said.map((one) => <div key={one}>{one}</div>) : error.errMessage}
        </Alert>
      )}
      {!error && query.data && (
        <>
          <Text fz="sm" mb="xs">
            {mailTexts.subject}: <b>{query.data.subject}</b>
          </Text>
          <iframe
            className={styles.frame}
            title={mailTexts.frame}
            // The preview is inert: no scripts, and no links can be followed.
            sandbox=""
            srcDoc={query.data.html}
          />
          <details className={styles.text}>
            <summary>{mailTexts.asText}</summary>
            <pre>{query.data.text}</pre>
          </details>
        </>
      )}
    </section>
  )
}

function TestMail({ id, saved }: { id: string; saved: boolean }) {
  const own = useUser()?.email ?? ''
  const [to, setTo] = useState(own)
  const hint = useId()
  const send = useMutation({
    mutationFn: () => sendTestMail(id, to.trim()),
    onSuccess: ({ message }) => notify.success(message),
  })
  const failure = send.isError ? toApiError(send.error) : null
  const wrong = failure && (failure.fields.email ?? failure.errMessage)
  return (
    <section aria-label={mailTexts.test}>
      <Title order={2} fz="h3">
        {mailTexts.test}
      </Title>
      <Text id={hint} c="dimmed" fz="sm" mb="sm">
        {saved ? mailTexts.testHint : mailTexts.testUnsaved}
      </Text>
      <Group align="flex-start" gap="sm">
        <TextInput
          className={styles.to ?? ''}
          type="email"
          aria-label={mailTexts.testTo}
          aria-required
          value={to}
          error={wrong}
          onChange={(event) => {
            setTo(event.currentTarget.value)
            send.reset()
          }}
          // Enter must not submit the surrounding form.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (saved) send.mutate()
          }}
        />
        <Button
          variant="default"
          aria-describedby={hint}
          disabled={!saved}
          loading={send.isPending}
          leftSection={<Send size={16} aria-hidden />}
          onClick={() => send.mutate()}
        >
          {mailTexts.send}
        </Button>
      </Group>
    </section>
  )
}
