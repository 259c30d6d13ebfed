// The form for the student's own data (spec 1 §2); the email cannot be changed.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { updateProfile } from '@/shared/api/queries/registration'
import type { User } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { useLeaveGuard } from '@/shared/forms/useLeaveGuard'
import { paths } from '@/shared/paths'
import { useSession, useUser } from '@/shared/session/useSession'
import { notify } from '@/shared/ui/notify'
import { Page, Panel } from '@/shared/ui/Page'
import { checkBirth, DetailFields, NameFields, personOf, profileOf } from '../person/PersonFields'
import { failureWords } from '../signIn'
import { leaveProfileTexts, profileEditTexts } from './messages'

export function ProfileEdit() {
  const user = useUser()
  return (
    <Page title={profileEditTexts.title} width={760}>
      <Panel>{user && <ProfileForm user={user} key={user._id} />}</Panel>
    </Page>
  )
}

function ProfileForm({ user }: { user: User }) {
  const navigate = useNavigate()
  const { form, props, sending } = useApiForm({
    initialValues: personOf(user),
    validate: { dob: checkBirth },
    send: (person) => updateProfile(profileOf(person)),
    onDone: ({ user: changed, message }) => {
      guard.letGo()
      useSession.getState().signedIn(changed)
      notify.success(message)
      return navigate(paths.profile)
    },
    onFailed: (error) => {
      if (Object.keys(error.fields).length === 0) notify.error(failureWords(error))
    },
  })
  const guard = useLeaveGuard(form.isDirty(), leaveProfileTexts)
  return (
    <form {...props}>
      <Stack gap="md">
        <NameFields field={(name) => form.getInputProps(name)} />
        <TextInput
          label={profileEditTexts.email}
          description={profileEditTexts.emailStays}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          size="md"
          value={user.email}
          readOnly
        />
        <DetailFields
          values={form.values}
          field={(name) => form.getInputProps(name)}
          set={(name, value) => form.setFieldValue(name, value)}
        />
      </Stack>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button component={Link} to={paths.profile} variant="default" size="md">
          {profileEditTexts.cancel}
        </Button>
        <Button type="submit" size="md" loading={sending}>
          {profileEditTexts.save}
        </Button>
      </Group>
      {guard.dialog}
    </form>
  )
}
