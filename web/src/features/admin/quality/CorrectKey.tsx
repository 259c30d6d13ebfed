// Corrects a wrong key: choose the option, preview the affected results, confirm. Withdraws a question,
// and puts it back.
import { Alert, Button, Group, Modal, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, RotateCcw, ShieldX } from 'lucide-react'
import { useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { bankKey } from '@/shared/api/queries/bank'
import { correctKey, withdrawQuestion } from '@/shared/api/queries/bankQuality'
import type { AdminQuestion, Rekeyed } from '@/shared/api/types'
import { formatNumber, formatPercent, letterOf, plural } from '@/shared/i18n/format'
import { useSession } from '@/shared/session/useSession'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { notify } from '@/shared/ui/notify'
import { RichText } from '@/shared/ui/RichText'
import { keyTexts, withdrawTexts } from './messages'
import styles from './quality.module.css'

/** The button that opens the dialog; disabled while the form has unsaved changes. */
export function CorrectKey({ question, onCorrected }: CorrectKeyProps) {
  const [open, setOpen] = useState(false)
  const unsaved = useSession(({ unsaved }) => unsaved)
  return (
    <div>
      <Button
        variant="default"
        leftSection={<KeyRound size={16} aria-hidden />}
        disabled={unsaved}
        onClick={() => setOpen(true)}
      >
        {keyTexts.open}
      </Button>
      <Text fz="xs" c="dimmed" mt={4}>
        {unsaved ? keyTexts.saveFirst : keyTexts.hint}
      </Text>
      {open && (
        <KeyDialog question={question} onClose={() => setOpen(false)} onCorrected={onCorrected} />
      )}
    </div>
  )
}

interface CorrectKeyProps {
  question: AdminQuestion
  /** Called when the question has a new version. */
  onCorrected: () => void
}

/** The dialog: the option, the results that it changes, and the confirmation. */
export function KeyDialog(props: KeyDialogProps) {
  const { question, suggested = null, confirm, onClose, onCorrected } = props
  const { _id, version, options, correctAns } = question
  const [option, setOption] = useState(suggested)
  const client = useQueryClient()
  const ask = (dryRun: boolean) => correctKey(_id, { option: option ?? '', version, dryRun })
  const look = useMutation({ mutationFn: () => ask(true) })
  const change = useMutation({
    mutationFn: () => ask(false),
    onSuccess: async ({ affected }) => {
      notify.success(plural(keyTexts.done, affected))
      await client.invalidateQueries({ queryKey: bankKey })
      onClose()
      onCorrected()
    },
  })
  const failure = change.error ?? look.error
  return (
    <Modal
      opened
      onClose={change.isPending ? () => undefined : onClose}
      title={<Text fw={650}>{keyTexts.title}</Text>}
      withCloseButton={false}
      size="lg"
    >
      <Stack>
        {look.data ? (
          <WhatMoves report={look.data} />
        ) : (
          <Radio.Group label={keyTexts.which} value={option} onChange={setOption}>
            <Stack gap="xs" mt="xs">
              {options.map((one, i) => (
                <Radio
                  key={one._id}
                  value={one._id}
                  disabled={one._id === correctAns}
                  label={
                    <span className={styles.choice}>
                      <strong>{letterOf(i)}</strong> <RichText html={one.option} inline />
                    </span>
                  }
                  description={one._id === correctAns ? keyTexts.now : undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {failure && (
          <Alert color="red" role="alert">
            {toApiError(failure).errMessage}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={change.isPending}>
            {keyTexts.cancel}
          </Button>
          {look.data ? (
            <>
              <Button variant="default" onClick={look.reset} disabled={change.isPending}>
                {keyTexts.back}
              </Button>
              <Button loading={change.isPending} onClick={() => change.mutate()} data-autofocus>
                {confirm ?? keyTexts.confirm}
              </Button>
            </>
          ) : (
            <Button
              disabled={option === null}
              loading={look.isPending}
              onClick={() => look.mutate()}
            >
              {keyTexts.look}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

interface KeyDialogProps extends CorrectKeyProps {
  /** The option that is selected first. */
  suggested?: string | null
  /** The text of the last button. */
  confirm?: string
  onClose: () => void
}

type Moved = Rekeyed['changed'][number]

/** Rows per page of the changed results. */
const SHOWN = 10

const columnsNow = (): Column<Moved>[] => [
  {
    key: 'user',
    title: keyTexts.student,
    main: true,
    render: ({ user }) => keyTexts.names(user.first_name, user.last_name),
  },
  {
    key: 'before',
    title: keyTexts.before,
    align: 'right',
    render: ({ before }) => formatPercent(before),
  },
  {
    key: 'after',
    title: keyTexts.after,
    align: 'right',
    render: ({ after }) => formatPercent(after),
  },
]

/** The re-marked results. */
function WhatMoves({ report: { affected, moved, changed } }: { report: Rekeyed }) {
  const [page, setPage] = useState(1)
  return (
    <div role="status">
      <Text>{plural(keyTexts.affected, affected)}</Text>
      <Text fw={600}>{moved === 0 ? keyTexts.noneMoved : plural(keyTexts.moved, moved)}</Text>
      {changed.length > 0 && (
        <DataTable
          label={plural(keyTexts.moved, moved)}
          columns={columnsNow()}
          rows={changed.slice((page - 1) * SHOWN, page * SHOWN)}
          rowKey={({ quizId }) => quizId}
          paging={{ page, limit: SHOWN, total: changed.length, onPage: setPage }}
        />
      )}
      {changed.length < moved && (
        <Text fz="sm" c="dimmed">
          {keyTexts.shown(formatNumber(changed.length))}
        </Text>
      )}
    </div>
  )
}

/** A confirmation before saving a form that changes the key: the affected results. */
export function KeyMove({ question, option, busy, onGo, onClose }: KeyMoveProps) {
  const look = useQuery({
    queryKey: [...bankKey, 'key', question, option],
    queryFn: () => correctKey(question, { option, dryRun: true }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Modal
      opened
      onClose={() => busy || onClose()}
      title={<Text fw={650}>{keyTexts.moves}</Text>}
      withCloseButton={false}
      size="lg"
    >
      <Stack>
        <Text>{keyTexts.movesHint}</Text>
        {look.isPending && <Skeleton h={48} />}
        {look.data && <WhatMoves report={look.data} />}
        {look.isError && (
          <Alert color="red" role="alert">
            {toApiError(look.error).errMessage}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" disabled={busy} onClick={onClose}>
            {keyTexts.cancel}
          </Button>
          {look.isError ? (
            <Button onClick={() => void look.refetch()} loading={look.isFetching}>
              {keyTexts.look}
            </Button>
          ) : (
            <Button onClick={onGo} disabled={!look.data} loading={busy} data-autofocus>
              {keyTexts.save}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

interface KeyMoveProps {
  /** The question's id. */
  question: string
  /** The id of the option that becomes the key. */
  option: string
  /** Whether the form is being sent. */
  busy: boolean
  onGo: () => void
  onClose: () => void
}

// Withdraws a broken question from every score, or restores it, after showing whose results change.

/** The button that opens the dialog; disabled while the form has unsaved changes. */
export function Withdraw({ question, onDone }: WithdrawProps) {
  const [open, setOpen] = useState(false)
  const unsaved = useSession(({ unsaved }) => unsaved)
  const { withdrawn } = question
  const hint = withdrawn ? withdrawTexts.isWithdrawn : withdrawTexts.hint
  const Icon = withdrawn ? RotateCcw : ShieldX
  return (
    <div>
      <Button
        variant="default"
        leftSection={<Icon size={16} aria-hidden />}
        disabled={unsaved}
        onClick={() => setOpen(true)}
      >
        {withdrawn ? withdrawTexts.putBack : withdrawTexts.open}
      </Button>
      <Text fz="xs" c="dimmed" mt={4}>
        {unsaved ? keyTexts.saveFirst : hint}
      </Text>
      {open && (
        <WithdrawDialog question={question} onClose={() => setOpen(false)} onDone={onDone} />
      )}
    </div>
  )
}

interface WithdrawProps {
  question: AdminQuestion
  /** The question is another version now. */
  onDone: () => void
}

/** The dialog: the results that it changes, and the confirmation. */
export function WithdrawDialog({
  question,
  onClose,
  onDone,
}: WithdrawProps & { onClose: () => void }) {
  const { _id, version, withdrawn = false } = question
  const client = useQueryClient()
  const ask = (dryRun: boolean) => withdrawQuestion(_id, { withdrawn: !withdrawn, version, dryRun })
  const look = useQuery({
    // Not under the bank's key: invalidating that must not ask for the preview again.
    queryKey: ['withdraw', _id, version],
    queryFn: () => ask(true),
    staleTime: 0,
    gcTime: 0,
  })
  const change = useMutation({
    mutationFn: () => ask(false),
    onSuccess: async ({ affected }) => {
      notify.success(plural(withdrawn ? withdrawTexts.donePutBack : withdrawTexts.done, affected))
      await client.invalidateQueries({ queryKey: bankKey })
      onClose()
      onDone()
    },
  })
  const failure = change.error ?? look.error
  return (
    <Modal
      opened
      onClose={change.isPending ? () => undefined : onClose}
      title={<Text fw={650}>{withdrawn ? withdrawTexts.putBack : withdrawTexts.open}</Text>}
      withCloseButton={false}
      size="lg"
    >
      <Stack>
        <Text>{withdrawn ? withdrawTexts.putBackHint : withdrawTexts.hint}</Text>
        {look.isPending && <Skeleton h={48} />}
        {look.data && <WhatMoves report={look.data} />}
        {failure && (
          <Alert color="red" role="alert">
            {toApiError(failure).errMessage}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={change.isPending}>
            {keyTexts.cancel}
          </Button>
          {look.isError ? (
            <Button onClick={() => void look.refetch()} loading={look.isFetching}>
              {keyTexts.look}
            </Button>
          ) : (
            <Button
              color={withdrawn ? undefined : 'red.9'}
              disabled={!look.data}
              loading={change.isPending}
              onClick={() => change.mutate()}
            >
              {withdrawn ? withdrawTexts.confirmPutBack : withdrawTexts.confirm}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
