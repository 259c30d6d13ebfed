// Corrects a wrong key: choose the option, preview the affected results, confirm.
import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { bankKey } from '@/shared/api/queries/bank'
import { correctKey } from '@/shared/api/queries/bankQuality'
import type { AdminQuestion, Rekeyed } from '@/shared/api/types'
import { formatNumber, formatPercent, letterOf, plural } from '@/shared/i18n/format'
import { useSession } from '@/shared/session/useSession'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { notify } from '@/shared/ui/notify'
import { RichText } from '@/shared/ui/RichText'
import { keyTexts } from './messages'
import styles from './quality.module.css'

/** The button that opens it; disabled while the form has unsaved changes. */
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
export function KeyDialog({ question, confirm, onClose, onCorrected }: KeyDialogProps) {
  const { _id, version, options, correctAns } = question
  const [option, setOption] = useState<string | null>(null)
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
export function WhatMoves({ report: { affected, moved, changed } }: { report: Rekeyed }) {
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
