// A broken question leaves every score, or comes back: whose results would move, and only then the
// change.
import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw, ShieldX } from 'lucide-react'
import { useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { bankKey } from '@/shared/api/queries/bank'
import { withdrawQuestion } from '@/shared/api/queries/bankQuality'
import type { AdminQuestion } from '@/shared/api/types'
import { plural } from '@/shared/i18n/format'
import { useSession } from '@/shared/session/useSession'
import { notify } from '@/shared/ui/notify'
import { WhatMoves } from './CorrectKey'
import { keyTexts, withdrawTexts } from './messages'

/** The button that opens it; not while the form beside it holds something unsaved. */
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
    // No part of the bank's: what is changed must not be looked at again.
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
