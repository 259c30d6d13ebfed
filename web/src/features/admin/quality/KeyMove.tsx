// A confirmation before saving a form that changes the key: the affected results.
import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { toApiError } from '@/shared/api/errors'
import { bankKey } from '@/shared/api/queries/bank'
import { correctKey } from '@/shared/api/queries/bankQuality'
import { WhatMoves } from './CorrectKey'
import { keyTexts } from './messages'

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
