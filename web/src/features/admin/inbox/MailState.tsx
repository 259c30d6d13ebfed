// The state of a mail as a coloured badge.
import { Badge } from '@mantine/core'
import { inboxTexts } from './messages'

export const mailStates = [
  { value: 'failed', word: 'mailFailed', color: 'red' },
  { value: 'queued', word: 'mailQueued', color: 'sun' },
  { value: 'sent', word: 'mailSent', color: 'brand' },
] as const

export function MailState({ state }: { state: string }) {
  const known = mailStates.find(({ value }) => value === state)
  return (
    <Badge variant="light" color={known?.color ?? 'gray'}>
      {known ? inboxTexts[known.word] : state}
    </Badge>
  )
}
