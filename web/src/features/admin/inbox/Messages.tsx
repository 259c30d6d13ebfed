// /admin/contactus: messages from visitors, and whether they have replies (spec 3 §2); and the page of
// one message.
import { Alert, Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { useFormKey } from '@/shared/api/ids'
import {
  contactMessage,
  contactMessages,
  contactReplies,
  deleteContact,
  readPerson,
  replyToContact,
  uploadPicture,
} from '@/shared/api/queries/backOffice'
import { useApiForm } from '@/shared/forms/useApiForm'
import { useLeaveGuard } from '@/shared/forms/useLeaveGuard'
import { formatDateTime } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import type { Column } from '@/shared/ui/DataTable'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { notify } from '@/shared/ui/notify'
import { Page, Panel } from '@/shared/ui/Page'
import { plainText } from '@/shared/ui/plainText'
import { RichText } from '@/shared/ui/RichText'
import { RichTextField } from '@/shared/ui/RichTextField'
import styles from '../admin.module.css'
import { ExportMenu } from '../lists/ExportMenu'
import { listKey, ServerList } from '../lists/ServerList'
import { adminTexts, leaveTexts, pastedTexts, resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { nameOf } from '../people/person'
import { resourceKey } from '../resource/calls'
import { RowActions } from '../resource/ListParts'
import { unfinishedPicture } from '../resource/values'
import { REPLY_AUTHOR_STALE } from '../timing'
import { Crumbs } from '../ui/Crumbs'
import { useDeletion } from '../ui/useDeletion'

/** The texts of messages from visitors and students. */
export const messageTexts = {
  about: 'Messages from visitors and students.',
  subject: 'Subject',
  from: 'From',
  email: 'Email',
  mobile: 'Mobile number',
  received: 'Received',
  answered: 'Answered',
  waiting: 'Waiting',
  state: 'Reply',
  deleted: 'Contact us deleted successfully',
  message: 'Message',
  replies: 'Replies',
  noReplies: 'No Update Request',
  replyBy: (who: string, when: string) => `${who}, ${when}`,
  operator: 'The operator',
  reply: 'Your reply',
  replyHint: (email: string) => `We email your reply to ${email}.`,
  emptyReply: 'Please enter reply message.',
  send: 'Send reply',
  replied: 'Message replied successfully.',
  editorFailed: 'The editor could not be loaded. Check your connection and try again.',
}

type MessageRow = Awaited<ReturnType<typeof contactMessages>>['rows'][number]

export function Messages() {
  const client = useQueryClient()
  const deletion = useDeletion<MessageRow>({
    deleteOne: ({ _id }) => deleteContact(_id),
    nameOf: ({ subject }) => subject,
    deleted: messageTexts.deleted,
    onDeleted: () => void client.invalidateQueries(),
  })
  const actions: Column<MessageRow> = {
    key: 'action',
    title: resourceTexts.action,
    align: 'right',
    actions: true,
    render: (row) => (
      <RowActions name={row.subject} onDelete={() => deletion.ask([row])} disabled={false} />
    ),
  }
  return (
    <Page
      title={adminTexts.contact}
      description={messageTexts.about}
      crumbs={<Crumbs here={adminTexts.contact} />}
      width={1120}
      actions={<ExportMenu list="messages" />}
    >
      <Panel>
        <ServerList
          name="messages"
          label={adminTexts.contact}
          columns={[...columnsNow(), actions]}
          read={contactMessages}
          sort="-createdAt"
          fresh
          filters={[
            {
              name: 'isReply',
              label: messageTexts.state,
              options: [
                { value: 'false', label: messageTexts.waiting },
                { value: 'true', label: messageTexts.answered },
              ],
            },
          ]}
        />
      </Panel>
      {deletion.dialog}
    </Page>
  )
}

const columnsNow = (): Column<MessageRow>[] => [
  {
    key: 'subject',
    title: messageTexts.subject,
    sort: 'subject',
    main: true,
    render: ({ _id, subject }) => (
      <Anchor component={Link} to={adminPaths.contactMessage(_id)} fw={600} inherit>
        {subject}
      </Anchor>
    ),
  },
  {
    key: 'from',
    title: messageTexts.from,
    sort: 'firstName',
    render: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  },
  { key: 'email', title: messageTexts.email, sort: 'email', render: (row) => row.email },
  {
    key: 'state',
    title: messageTexts.state,
    sort: 'isReply',
    render: ({ isReply }) => <Answered is={isReply} />,
  },
  {
    key: 'received',
    title: messageTexts.received,
    sort: 'createdAt',
    render: (row) => formatDateTime(row.createdAt),
  },
]

const Answered = ({ is }: { is: boolean }) => (
  <Badge variant="light" tt="none" miw="max-content" color={is ? 'brand' : 'sun'}>
    {is ? messageTexts.answered : messageTexts.waiting}
  </Badge>
)

type MessageDetails = Awaited<ReturnType<typeof contactMessage>>
type Reply = Awaited<ReturnType<typeof contactReplies>>[number]

const key = listKey('messages')

/**
 * /admin/contactus/detail/{id}: a message, its replies, and a form for the next reply (spec 3 §2
 * and §5).
 */
export function Message() {
  const { id = '' } = useParams()
  const query = useQuery({ queryKey: [...key, 'one', id], queryFn: () => contactMessage(id) })
  const replies = useQuery({ queryKey: [...key, 'replies', id], queryFn: () => contactReplies(id) })
  const list = { title: adminTexts.contact, to: adminPaths.contactUs }
  const title = query.data?.subject ?? messageTexts.message
  // An editor only reads its initial value, so it is remounted after a reply.
  const [round, setRound] = useState(0)
  return (
    <Page title={title} crumbs={<Crumbs trail={[list]} here={title} />} width={760}>
      <QueryView query={query}>
        {(message) => (
          <Stack gap="lg">
            <Panel>
              <DescriptionList
                items={[
                  [messageTexts.from, `${message.firstName} ${message.lastName}`],
                  [messageTexts.email, message.email],
                  [messageTexts.mobile, message.mobileNo],
                  [messageTexts.received, formatDateTime(message.createdAt)],
                ]}
              />
              <Text className={styles.written} mt="md">
                {message.message}
              </Text>
            </Panel>
            <Panel component="section" aria-label={messageTexts.replies}>
              <Title order={2} fz="lg" mb="md">
                {messageTexts.replies}
              </Title>
              <QueryView query={replies}>
                {(all) =>
                  all.length === 0 ? (
                    <Text c="dimmed">{messageTexts.noReplies}</Text>
                  ) : (
                    <ol className={styles.replies}>
                      {all.map((reply) => (
                        <OneReply key={reply.createdAt} reply={reply} />
                      ))}
                    </ol>
                  )
                }
              </QueryView>
            </Panel>
            <Panel>
              <ReplyForm key={round} message={message} onSent={() => setRound(round + 1)} />
            </Panel>
          </Stack>
        )}
      </QueryView>
    </Page>
  )
}

function OneReply({ reply: { user, createdAt, replyMessage } }: { reply: Reply }) {
  const { data } = useQuery({
    queryKey: [...resourceKey, 'person', user],
    queryFn: () => readPerson(user ?? ''),
    staleTime: REPLY_AUTHOR_STALE,
    enabled: user !== null,
  })
  const who = user === null ? messageTexts.operator : data ? nameOf(data) : '…'
  return (
    <li>
      <Text fz="sm" c="dimmed" mb={4}>
        {messageTexts.replyBy(who, formatDateTime(createdAt))}
      </Text>
      <RichText html={replyMessage} />
    </li>
  )
}

function ReplyForm({
  message: { _id, email },
  onSent,
}: {
  message: MessageDetails
  onSent: () => void
}) {
  const client = useQueryClient()
  // The form is reset after it was sent.
  const formKey = useFormKey()
  const { form, props, sending, failure } = useApiForm({
    initialValues: { replyMessage: '' },
    validate: {
      replyMessage: (html) => {
        const picture = unfinishedPicture(html)
        if (picture !== null) return pastedTexts[picture]
        return plainText(html) ? null : messageTexts.emptyReply
      },
    },
    send: ({ replyMessage }) => replyToContact(_id, replyMessage, formKey.current()),
    onDone: () => {
      guard.letGo()
      notify.success(messageTexts.replied)
      void client.invalidateQueries({ queryKey: key })
      onSent()
    },
  })
  const text = form.values.replyMessage
  const guard = useLeaveGuard(plainText(text) !== '', leaveTexts)
  return (
    <form {...props}>
      <Stack>
        <RichTextField
          label={messageTexts.reply}
          description={messageTexts.replyHint(email)}
          required
          height={200}
          value={text}
          onChange={(html) => form.setFieldValue('replyMessage', html)}
          error={form.errors.replyMessage}
          upload={uploadPicture}
          uploadFailure={(thrown) => toApiError(thrown).errMessage}
          failed={messageTexts.editorFailed}
        />
        {failure && !form.errors.replyMessage && (
          <Alert color="red" role="alert">
            {failure.errMessage}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={sending}>
            {messageTexts.send}
          </Button>
        </Group>
      </Stack>
      {guard.dialog}
    </form>
  )
}
