// Actions on an account besides editing it. Each asks for confirmation and is shown only if the
// server allows it to this administrator.
import { Alert, Badge, Button, Group, NumberInput, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  Ban,
  CircleCheck,
  Download,
  Eraser,
  Gift,
  KeyRound,
  LogOut,
  MailPlus,
  ShieldOff,
  ShieldPlus,
  Timer,
} from 'lucide-react'
import { useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import {
  exportPerson,
  makeAdmin,
  resendActivation,
  setPassword,
  setStatus,
} from '@/shared/api/queries/backOffice'
import { endSessionsOf, resetSecondFactor } from '@/shared/api/queries/security'
import type { User } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { formatDate, formatDay, formatPercent } from '@/shared/i18n/format'
import { useUserId } from '@/shared/session/useSession'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Page'
import { saveFile } from '@/shared/ui/share'
import { useMay } from '../access'
import { proving } from '../account/serverDemands'
import { resourceTexts } from '../messages'
import { updateRow } from '../resource/calls'
import type { Row } from '../resource/defineResource'
import { students } from '../resources/people'
import { FormDialog, PasswordField } from '../ui/FormDialog'
import { EraseDialog } from './EraseDialog'
import { GivePlan } from './GivePlan'
import { peopleTexts } from './messages'
import { PersonSessions } from './PersonSessions'
import { AccountStatus } from './person'

export function PersonActions({ record }: { record: Row }) {
  const user = record as unknown as User
  const isOwner = useMay('super')
  const isStudent = user.role === 'user'
  const [open, setOpen] = useState<Deed | null>(null)
  const close = () => setOpen(null)
  const { _id, role, accountStatus, activatedAt, isSuperAdmin } = user
  // An account that was active before cannot be activated by a link.
  const waits = isStudent && accountStatus === 'InActive' && !activatedAt
  // Only super admins end the sessions of administrators.
  const mayEnd = isOwner || role !== 'admin'
  const self = useUserId() === _id
  return (
    <>
      <Panel component="section" aria-label={peopleTexts.account}>
        {!isStudent && (
          <>
            <Group gap="xs" mb="md">
              <Badge variant="light" color="gray" tt="none">
                {roleOf(user)}
              </Badge>
              <AccountStatus status={accountStatus} />
            </Group>
            <DescriptionList items={[[peopleTexts.joined, formatDate(user.createdAt)]]} />
          </>
        )}
        <Title order={2} fz="md" mt={isStudent ? 0 : 'lg'} mb="sm">
          {peopleTexts.actions}
        </Title>
        <Stack gap="xs">
          {isStudent && (
            <>
              <Do icon={Gift} name={peopleTexts.givePlan} onClick={() => setOpen('plan')} />
              <Do icon={Timer} name={peopleTexts.setExtraTime} onClick={() => setOpen('time')} />
              {accountStatus === 'Blocked' ? (
                <Do
                  icon={CircleCheck}
                  name={peopleTexts.unblock}
                  onClick={() => setOpen('unblock')}
                />
              ) : (
                <Do icon={Ban} name={peopleTexts.block} onClick={() => setOpen('block')} />
              )}
            </>
          )}
          {mayEnd && <Do icon={LogOut} name={peopleTexts.signOut} onClick={() => setOpen('out')} />}
          {waits && <Resend email={user.email} />}
          {isOwner && role !== 'user' && (
            <Do
              icon={KeyRound}
              name={peopleTexts.setPassword}
              onClick={() => setOpen('password')}
            />
          )}
          {isOwner && role !== 'user' && !self && (
            <Do icon={ShieldOff} name={peopleTexts.resetFactor} onClick={() => setOpen('factor')} />
          )}
          {isOwner && role === 'moderator' && (
            <Do icon={ShieldPlus} name={peopleTexts.makeAdmin} onClick={() => setOpen('admin')} />
          )}
          {isOwner && role === 'admin' && !isSuperAdmin && (
            <Do icon={ShieldPlus} name={peopleTexts.makeSuper} onClick={() => setOpen('super')} />
          )}
          {isOwner && <ExportButton user={user} />}
          {isOwner && !isSuperAdmin && (
            <Do
              icon={Eraser}
              name={peopleTexts.erase}
              color="red"
              onClick={() => setOpen('erase')}
            />
          )}
        </Stack>
        {open === 'plan' && <GivePlan userId={_id} onClose={close} />}
        {open === 'time' && <ExtraTime user={user} onClose={close} />}
        {open === 'block' && (
          <AskFirst
            title={peopleTexts.block}
            text={peopleTexts.blockSure}
            act={() => setStatus(_id, 'Blocked')}
            done={peopleTexts.blocked}
            onClose={close}
          />
        )}
        {open === 'unblock' && (
          <AskFirst
            title={peopleTexts.unblock}
            text={peopleTexts.unblockSure}
            act={() => setStatus(_id, user.activatedAt ? 'Active' : 'InActive')}
            done={peopleTexts.unblocked}
            onClose={close}
          />
        )}
        {open === 'out' && (
          <AskFirst
            title={peopleTexts.signOut}
            text={peopleTexts.signOutSure}
            act={() => endSessionsOf(_id)}
            done={peopleTexts.signedOut}
            onClose={close}
          />
        )}
        {open === 'admin' && (
          <AskFirst
            title={peopleTexts.makeAdmin}
            text={peopleTexts.makeAdminSure}
            act={() => makeAdmin(_id, false)}
            onClose={close}
          />
        )}
        {open === 'super' && (
          <AskFirst
            title={peopleTexts.makeSuper}
            text={peopleTexts.makeSuperSure}
            act={() => makeAdmin(_id, true)}
            onClose={close}
          />
        )}
        {open === 'password' && <PasswordDialog id={_id} onClose={close} />}
        {open === 'factor' && (
          <AskFirst
            title={peopleTexts.resetFactor}
            text={peopleTexts.resetFactorSure}
            act={() => resetSecondFactor(_id)}
            onClose={close}
          />
        )}
        {open === 'erase' && <EraseDialog user={user} onClose={close} />}
      </Panel>
      {mayEnd && !isStudent && <PersonSessions user={_id} />}
    </>
  )
}

type Deed =
  | 'plan'
  | 'time'
  | 'block'
  | 'unblock'
  | 'out'
  | 'factor'
  | 'password'
  | 'admin'
  | 'super'
  | 'erase'

function roleOf({ role, isSuperAdmin }: User): string {
  if (role === 'moderator') return peopleTexts.moderator
  return isSuperAdmin ? peopleTexts.superAdmin : peopleTexts.administrator
}

function Do({ icon: Icon, name, color, loading, onClick }: DoProps) {
  return (
    <Button
      variant={color ? 'light' : 'default'}
      {...(color && { color })}
      justify="flex-start"
      leftSection={<Icon size={16} aria-hidden />}
      loading={loading ?? false}
      onClick={onClick}
    >
      {name}
    </Button>
  )
}

interface DoProps {
  icon: typeof LogOut
  name: string
  color?: string
  loading?: boolean
  onClick: () => void
}

function Resend({ email }: { email: string }) {
  const send = useMutation({
    mutationFn: () => resendActivation(email),
    onSuccess: ({ message }) => notify.success(message),
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
  return (
    <Do
      icon={MailPlus}
      name={peopleTexts.resend}
      loading={send.isPending}
      onClick={() => send.mutate()}
    />
  )
}

function ExportButton({ user }: { user: User }) {
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: () => proving(() => exportPerson(user._id)),
    onSuccess: (data) => {
      const day = formatDay(data.exportedAt)
      const text = JSON.stringify(data, null, 2)
      saveFile(`sabi-${user.email}-${day}.json`, new Blob([text], { type: 'application/json' }))
      // The audit log has a new entry.
      void client.invalidateQueries({ queryKey: ['audit'] })
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
  return (
    <Do
      icon={Download}
      name={peopleTexts.exportData}
      loading={save.isPending}
      onClick={() => save.mutate()}
    />
  )
}

/** A confirmation dialog for an irreversible action; it also shows the server's errors. */
function AskFirst({ title, text, act, done, onClose }: AskFirstProps) {
  const client = useQueryClient()
  const call = useMutation({
    mutationFn: act,
    onSuccess: ({ message }) => {
      notify.success(done ?? message)
      void client.invalidateQueries()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={title}
      onClose={() => {
        if (!call.isPending) onClose()
      }}
      buttons={
        <>
          <Button variant="default" data-autofocus disabled={call.isPending} onClick={onClose}>
            {peopleTexts.cancel}
          </Button>
          <Button loading={call.isPending} onClick={() => call.mutate()}>
            {peopleTexts.confirm}
          </Button>
        </>
      }
    >
      <Text>{text}</Text>
      {call.isError && (
        <Alert color="red" role="alert" mt="sm">
          {toApiError(call.error).errMessage}
        </Alert>
      )}
    </ConfirmDialog>
  )
}

interface AskFirstProps {
  title: string
  text: string
  act: () => Promise<{ message: string }>
  /** Shown instead of the server's message. */
  done?: string
  onClose: () => void
}

/** A super admin sets somebody's password; it ends their sessions. */
function PasswordDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { form, ...sent } = useApiForm({
    initialValues: { password: '' },
    validate: {
      password: (text) => (text ? null : resourceTexts.required(peopleTexts.newPassword)),
    },
    send: ({ password }) => setPassword(id, password),
    onDone: ({ message }) => {
      notify.success(message)
      onClose()
    },
    onFailed: ({ errMessage, fields }) => {
      if (fields.password === undefined) form.setFieldError('password', errMessage)
    },
  })
  return (
    <FormDialog
      title={peopleTexts.setPassword}
      submit={peopleTexts.savePassword}
      form={sent}
      onClose={onClose}
    >
      <Text fz="sm">{peopleTexts.setPasswordHint}</Text>
      <PasswordField
        label={peopleTexts.newPassword}
        aria-required
        autoComplete="new-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}

/** What examination boards usually grant, in percent. */
const usual = [0, 25, 50, 100]

/** Sets a student's extra time in timed tests. */
function ExtraTime({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient()
  const { form, failure, ...sent } = useApiForm({
    initialValues: { extraTime: user.extraTime as number | string },
    validate: {
      extraTime: (percent) =>
        typeof percent === 'number' && percent >= 0 && percent <= 100
          ? null
          : peopleTexts.extraTimeLimits,
    },
    send: ({ extraTime }) => updateRow(students, user._id, { extraTime, version: user.version }),
    onDone: () => {
      notify.success(peopleTexts.extraTimeSaved)
      void client.invalidateQueries()
      onClose()
    },
  })
  return (
    <FormDialog
      title={peopleTexts.setExtraTime}
      submit={peopleTexts.save}
      form={sent}
      error={failure !== null && Object.keys(failure.fields).length === 0 && failure.errMessage}
      onClose={onClose}
    >
      <Text fz="sm">{peopleTexts.extraTimeHint}</Text>
      <NumberInput
        label={peopleTexts.extraTimePercent}
        min={0}
        max={100}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        suffix=" %"
        data-autofocus
        {...form.getInputProps('extraTime')}
      />
      <Group gap="xs">
        {usual.map((percent) => (
          <Button
            key={percent}
            size="xs"
            variant="default"
            onClick={() => form.setFieldValue('extraTime', percent)}
          >
            {percent === 0 ? peopleTexts.none : formatPercent(percent)}
          </Button>
        ))}
      </Group>
    </FormDialog>
  )
}
