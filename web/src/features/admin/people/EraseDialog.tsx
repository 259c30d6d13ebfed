// Erases an account: lists what is deleted and what stays, and asks for the email to prevent
// mistakes.
import { List, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { erasePerson } from '@/shared/api/queries/backOffice'
import type { User } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { notify } from '@/shared/ui/notify'
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
