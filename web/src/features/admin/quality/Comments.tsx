// Comments of administrators on a question or theory question, the latest first.
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import {
  addComment,
  type Commented,
  commentsKey,
  commentsQuery,
  deleteComment,
} from '@/shared/api/queries/bankQuality'
import { formatDateTime } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Page'
import { Pager } from '@/shared/ui/Pager'
import { ConfirmDelete } from '../ui/useDeletion'
import { commentsTexts } from './messages'
import styles from './quality.module.css'

/** The longest comment, in characters. */
const LONGEST = 2000
/** Comments per page. */
const SHOWN = 20

export function Comments({ kind, id }: { kind: Commented; id: string }) {
  const [page, setPage] = useState(1)
  const [text, setText] = useState('')
  const [deleting, setDeleting] = useState<string | null>(null)
  const query = useQuery(commentsQuery(kind, id, page, SHOWN))
  const client = useQueryClient()
  const again = () => client.invalidateQueries({ queryKey: commentsKey(kind, id) })
  const add = useMutation({
    mutationFn: (sent: string) => addComment(kind, id, sent),
    onSuccess: async ({ message }, sent) => {
      notify.success(message)
      setText((now) => (now === sent ? '' : now))
      setPage(1)
      await again()
    },
  })
  const remove = useMutation({
    mutationFn: (comment: string) => deleteComment(kind, id, comment),
    onSuccess: async ({ message }) => {
      notify.success(message)
      setDeleting(null)
      await again()
    },
    onError: (thrown) => {
      notify.error(toApiError(thrown).errMessage)
      setDeleting(null)
    },
  })
  return (
    <Panel>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') add.mutate(text)
        }}
      >
        <Stack gap="sm">
          <Textarea
            label={commentsTexts.write}
            description={commentsTexts.hint}
            autosize
            minRows={2}
            maxLength={LONGEST}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {add.isError && (
            <Alert color="red" role="alert">
              {toApiError(add.error).errMessage}
            </Alert>
          )}
          <Group>
            <Button type="submit" loading={add.isPending} disabled={text.trim() === ''}>
              {commentsTexts.add}
            </Button>
          </Group>
        </Stack>
      </form>
      <QueryView query={query}>
        {({ data, total }) =>
          total === 0 ? (
            <Text c="dimmed" mt="lg">
              {commentsTexts.none}
            </Text>
          ) : (
            <>
              <ul className={styles.comments} aria-label={commentsTexts.title}>
                {data.map((one) => {
                  const author = one.author ?? commentsTexts.operator
                  const when = formatDateTime(one.createdAt)
                  return (
                    <li key={one._id}>
                      <Group justify="space-between" gap="xs">
                        <Text fz="sm" c="dimmed">
                          <b>{author}</b> <time dateTime={one.createdAt}>{when}</time>
                        </Text>
                        {one.canDelete && (
                          <Button
                            size="compact-xs"
                            variant="default"
                            aria-label={commentsTexts.deleteOf(author, when)}
                            onClick={() => setDeleting(one._id)}
                          >
                            {commentsTexts.delete}
                          </Button>
                        )}
                      </Group>
                      <Text className={styles.comment} dir="auto">
                        {one.text}
                      </Text>
                    </li>
                  )
                })}
              </ul>
              {total > SHOWN && (
                <Pager
                  page={page}
                  limit={SHOWN}
                  total={total}
                  onPage={setPage}
                  busy={query.isPlaceholderData}
                />
              )}
            </>
          )
        }
      </QueryView>
      {deleting !== null && (
        <ConfirmDelete
          names={[commentsTexts.one]}
          running={remove.isPending}
          deleted={0}
          refused={[]}
          onYes={() => remove.mutate(deleting)}
          onNo={() => setDeleting(null)}
        />
      )}
    </Panel>
  )
}
