// Erases an account: lists what is deleted and what stays, and asks for the email to prevent
// mistakes.
import { Button, Group, List, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { erasePerson, setStatus } from '@/shared/api/queries/backOffice'
import type { User } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { notify } from '@/shared/ui/notify'
import { useMay } from '../access'
import type { Row } from '../resource/defineResource'
import { FormDialog } from '../ui/FormDialog'
import { peopleTexts } from './messages'

export function EraseDialog({ user, onClose, onErased }: EraseDialogProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { form, failure, ...sent } = useApiForm({
    initialValues: { email: '' },
    validate: {
      email: (text) =>
        text.trim().toLowerCase() === user.email.toLowerCase() ? null : peopleTexts.eraseOther,
    },
    send: () => erasePerson(user._id),
    onDone: ({ message }) => {
      notify.success(message)
      void client.invalidateQueries()
      if (onErased) onErased()
      // From the page or the form to the list.
      else navigate(pathname.replace(/(\/edit)?\/[^/]+$/, ''))
    },
  })
  return (
    <FormDialog
      title={peopleTexts.erase}
      submit={peopleTexts.eraseNow}
      color="red.9"
      form={sent}
      error={failure?.errMessage}
      onClose={onClose}
    >
      <List fz="sm" spacing="xs">
        <List.Item>{peopleTexts.eraseGoes}</List.Item>
        <List.Item>{peopleTexts.eraseStays}</List.Item>
      </List>
      <TextInput
        label={peopleTexts.eraseType(user.email)}
        aria-required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
    </FormDialog>
  )
}

interface EraseDialogProps {
  user: User
  onClose: () => void
  /** Called instead of returning to the list. */
  onErased?: () => void
}

/**
 * Shown if an account cannot be deleted because of tests or payments: offers to erase or block it.
 */
export function DeleteRefused({ row, onDone }: { row: Row; onDone: () => void }) {
  const user = row as unknown as User
  const isOwner = useMay('super')
  const [erasing, setErasing] = useState(false)
  const client = useQueryClient()
  const block = useMutation({
    mutationFn: () => setStatus(user._id, 'Blocked'),
    onSuccess: () => {
      notify.success(peopleTexts.blocked)
      void client.invalidateQueries()
      onDone()
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
  return (
    <>
      <Text fz="sm">{isOwner ? peopleTexts.eraseOrBlock : peopleTexts.blockInstead}</Text>
      <Group gap="xs">
        {isOwner && (
          <Button size="xs" variant="light" color="red" onClick={() => setErasing(true)}>
            {peopleTexts.erase}
          </Button>
        )}
        {user.accountStatus !== 'Blocked' && (
          <Button
            size="xs"
            variant="default"
            loading={block.isPending}
            onClick={() => block.mutate()}
          >
            {peopleTexts.block}
          </Button>
        )}
      </Group>
      {erasing && <EraseDialog user={user} onClose={() => setErasing(false)} onErased={onDone} />}
    </>
  )
}
